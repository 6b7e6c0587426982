/** The processor time in ms that this process spends on something: other than time on the wall, it hardly grows when the machine is busy with other work. */
export async function cpuMsOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
