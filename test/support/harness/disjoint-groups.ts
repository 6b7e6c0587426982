/**
 * Cases in groups that do not meet, so that those of a group can be tried at once: the place of none holds that of another. A place is a path such as
 * `balances[0].amount`; the empty one holds all.
 */
export function apart<Case>(cases: readonly Case[], placeOf: (one: Case) => string, most = 8): Case[][] {
  const groups: { readonly places: string[]; readonly cases: Case[] }[] = []
  for (const one of cases) {
    const path = placeOf(one)
    const place = path === '' ? '' : `${path.replaceAll('[', '.')}.`
    const meets = (other: string) => other.startsWith(place) || place.startsWith(other)
    const group = groups.find(({ places, cases }) => cases.length < most && !places.some(meets))
    if (group === undefined) groups.push({ places: [place], cases: [one] })
    else {
      group.places.push(place)
      group.cases.push(one)
    }
  }
  return groups.map(({ cases }) => cases)
}
