// Starts the bundle that was just built, asks it what a newcomer asks first, and keeps the code that V8 compiled on the way.
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const { cached, compile, run } = require(join(process.argv[2], 'loader.cjs'))

const home = mkdtempSync(join(tmpdir(), 'sandbank-build-'))
Object.assign(process.env, { SANDBANK_HOME: home, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' })
for (const name of ['SANDBANK_URL', 'SANDBANK_TOKEN', 'SANDBANK_TPP', 'DATABASE_URL']) delete process.env[name]

let said = ''
process.stdout.write = text => {
  said += text
  return true
}
const script = compile()
const { runCommand, serveFromEnvironment } = run(script)

async function warmUp() {
  await runCommand(['node', 'sandbank', 'tpp', 'new', 'warm-up'])
  await serveFromEnvironment()
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said)
  for (const args of [
    ['call', 'GET', '/v1/sandbox/customers'],
    ['call', 'GET', '/v1/accounts', '--psu', '13039319955'],
    ['graphql', '{ customers { nodes { id accounts { nodes { id iban } } } } }'],
  ])
    await runCommand(['node', 'sandbank', ...args, '--base', url])
  writeFileSync(cached, script.createCachedData())
}

warmUp().then(
  () => end(0),
  error => {
    process.stderr.write(`${error.stack}\n`)
    end(1)
  },
)

function end(code) {
  rmSync(home, { recursive: true, force: true })
  process.exit(code)
}
