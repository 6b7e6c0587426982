// A second process for the tests of the journal: journal-process.ts PATH NUMBER. It says `ready`, waits for a line, opens the journal, and writes one call.
import { once } from 'node:events'
import { openJournal } from '../../../src/sandbox/journal/journal.ts'
import { callAt } from '../clients/answered-calls.ts'

const [path = '', number = '0'] = process.argv.slice(2)
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const machineNow = () => new Date()
const journal = openJournal(path, { machineNow, token: undefined })
journal.add(callAt(Number(number), machineNow()))
await journal.ready()
await journal.close()
process.exit(0)
