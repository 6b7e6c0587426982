import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { baseOption, command, print, settings } from './command.ts'
import { type PlaceOptions, worldUrl } from './place.ts'

export function openCommand(): Command {
  return command(
    'open',
    'Open the console in the browser that BROWSER names, or in that of the system. Where there is no browser, print the address.',
    ['npx sandbank open', 'npx sandbank open --world green'],
  )
    .option('--world <world>', 'the world to look at (default: default)')
    .addOption(baseOption())
    .action(async (options: PlaceOptions) => {
      const url = `${worldUrl(options, settings())}/`
      print(url)
      await show(url)
    })
}

const SYSTEM: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
  linux: ['xdg-open'],
}

/** Shows the page in a browser that outlives this process. Without a browser this is no fault: the address is printed. */
function show(url: string): Promise<void> {
  const named = process.env['BROWSER']
  const [program, ...args] = named === undefined || named === '' ? (SYSTEM[process.platform] ?? []) : [named]
  if (program === undefined) return Promise.resolve()
  return new Promise(resolve => {
    const browser = spawn(program, [...args, url], { detached: true, stdio: 'ignore' })
    browser.on('error', () => resolve())
    browser.on('spawn', () => {
      browser.unref()
      resolve()
    })
  })
}
