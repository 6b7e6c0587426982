import { endTurn } from './turns.ts'

/**
 * Keeps the latest edition of a thing that takes long to make. A caller that asks meanwhile waits for the same one, since to make one for each would take
 * as long again; then they go on one after the other, each in a turn of the event loop of its own (D74). What fails is made again for the next who asks.
 */
export function keepLatest<Made>(): (edition: string, make: () => Promise<Made>) => Promise<Made> {
  let latest: Edition<Made> | undefined
  return (edition, make) => {
    if (latest?.edition === edition) {
      if (latest.isMade) return latest.made
      latest.lastInLine = latest.lastInLine.then(letNextGoOn)
      return latest.lastInLine
    }
    const made = make()
    const mine: Edition<Made> = { edition, made, isMade: false, lastInLine: made }
    latest = mine
    made.then(
      () => {
        mine.isMade = true
      },
      () => {
        if (latest === mine) latest = undefined
      },
    )
    return made
  }
}

type Edition<Made> = {
  readonly edition: string
  readonly made: Promise<Made>
  isMade: boolean
  lastInLine: Promise<Made>
}

async function letNextGoOn<Made>(made: Made): Promise<Made> {
  await endTurn()
  return made
}
