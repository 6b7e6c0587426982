import type { ConnectSandbank, StartSandbank } from '../clients/testing/kit.ts'

// The entries of the built package in one module: the loaders in dist/ start one of these. Each loads its code when it begins, so that a server does
// not read the command's code, nor a command the server's.
export const runCommand = async (argv: readonly string[]): Promise<void> => (await import('../cli.ts')).runCommand(argv)

export const serveFromEnvironment = async (): Promise<void> => (await import('../main.ts')).serveFromEnvironment()

export const startSandbank: StartSandbank = async options => (await import('../testing.ts')).startSandbank(options)

export const connectSandbank: ConnectSandbank = async (url, options) =>
  (await import('../testing.ts')).connectSandbank(url, options)

export { SandbankError } from '../clients/testing/failure.ts'
