import { readFileSync } from 'node:fs'
import { Argument, type Command } from 'commander'
import { PACKAGE_ROOT } from '../../platform/files/package-root.ts'
import { command } from './command.ts'

/** The kit in one file for each other language (D110). */
export const KIT_FILES = { python: 'sandbank.py', java: 'Sandbank.java', go: 'sandbank.go' } as const

export const KITS_FOLDER = new URL('src/clients/testing/languages/', PACKAGE_ROOT)

type KitLanguage = keyof typeof KIT_FILES

export function kitCommand(): Command {
  return command(
    'kit',
    "Print the kit for another language: one file without dependencies, to be laid beside a suite's tests. A whole test stands at its head.",
    [
      'npx sandbank kit python > sandbank.py     # for pytest',
      'npx sandbank kit java > src/test/java/Sandbank.java     # for JUnit 5',
      'npx sandbank kit go > sandbank/sandbank.go',
    ],
  )
    .addArgument(new Argument('<language>', 'the language of the suite').choices(Object.keys(KIT_FILES)))
    .action((language: KitLanguage) => {
      // Written unchanged: a program needs no colours, and may contain characters that other output escapes.
      process.stdout.write(readKit(language))
    })
}

function readKit(language: KitLanguage): string {
  return readFileSync(new URL(KIT_FILES[language], KITS_FOLDER), 'utf8')
}
