// What the built package can do, as one module: the loaders in dist/ start one of these.
export { runCommand } from '../cli.ts'
export { serveFromEnvironment } from '../main.ts'
export { connectSandbank, SandbankError, startSandbank } from '../testing/sandbank.ts'
