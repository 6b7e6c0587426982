/** A file that CI servers read: JUnit's XML. */
export function junitFile(name: string, suites: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${name}">\n${suites.join('\n')}\n</testsuites>\n`
}

export type SuiteCounts = { readonly failures: number; readonly skipped: number; readonly at?: string | null }

export function suite(name: string, cases: readonly string[], { failures, skipped, at = null }: SuiteCounts): string {
  const time = at === null ? '' : ` timestamp="${xml(at)}"`
  const numbers = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"${time}`
  return [`  <testsuite name="${xml(name)}" ${numbers}>`, ...cases, '  </testsuite>'].join('\n')
}

/** What becomes of a test: it passes, fails with a message and a text, or is skipped for a reason. */
export type CaseEnd = { readonly failure?: readonly [message: string, text: string]; readonly skipped?: string }

export function testcase(of: string, name: string, { failure, skipped }: CaseEnd = {}): string {
  const start = `    <testcase classname="${xml(of)}" name="${xml(name)}"`
  if (failure !== undefined)
    return `${start}><failure message="${xml(failure[0])}">${xml(failure[1])}</failure></testcase>`
  return skipped === undefined ? `${start}/>` : `${start}><skipped message="${xml(skipped)}"/></testcase>`
}

function xml(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd').replace(/[&<>"\n]/g, found => `&#${found.charCodeAt(0)};`)
}
