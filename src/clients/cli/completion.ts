import { Argument, type Command } from 'commander'
import { command, print } from './command.ts'

/** The command `completion`: its output is generated from the commands themselves, so that it knows each of them. */
export function completionCommand(): Command {
  return command('completion', 'Print a script by which a shell completes commands and options.', [
    'source <(npx sandbank completion bash)',
    'npx sandbank completion fish > ~/.config/fish/completions/sandbank.fish',
  ])
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .action((shell: string, _options: object, { parent }: Command) => {
      const write = SHELLS[shell]
      if (write !== undefined && parent !== null) print(write(placesIn(parent, '')))
    })
}

/** A command and the words that may follow it; its path is empty for the program, and has a slash before each word. */
type Place = { readonly path: string; readonly words: readonly Word[] }
type Word = { readonly text: string; readonly says: string }

function placesIn(at: Command, path: string): Place[] {
  const commands = at.commands.map(one => ({ text: one.name(), says: one.description() }))
  const choices = at.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map(text => ({ text, says: description })),
  )
  const options = at.options.flatMap(({ long, description }) =>
    long == null ? [] : [{ text: long, says: description }],
  )
  const words = [...commands, ...choices, ...options, { text: '--help', says: 'show help' }]
  return [{ path, words }, ...at.commands.flatMap(one => placesIn(one, `${path}/${one.name()}`))]
}

const SHELLS: Readonly<Record<string, (places: readonly Place[]) => string>> = {
  bash: places => `_sandbank() {
  local word path=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path/$word" in ${commandsOf(places).join('|')}) path="$path/$word" ;; esac
  done
  local words=''
  case "$path" in
${places.map(({ path, words }) => `    '${path}') words='${words.map(({ text }) => text).join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sandbank sandbank`,
  zsh: places => `#compdef sandbank
_sandbank() {
  local word at=''
  local -a found
  for word in \${words[2,CURRENT-1]}; do
    case "$at/$word" in ${commandsOf(places).join('|')}) at="$at/$word" ;; esac
  done
  case "$at" in
${places.map(({ path, words }) => `    '${path}') found=(${words.map(described).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'sandbank' found || _files
}
compdef _sandbank sandbank`,
  fish: places => `function __sandbank_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    contains -- "$at/$word" ${commandsOf(places).join(' ')}; and set at "$at/$word"
  end
  test "$at" = "$argv[1]"
end
${places.flatMap(({ path, words }) => words.map(word => `complete -c sandbank -n '__sandbank_at "${path}"' ${ofFish(word)}`)).join('\n')}`,
}

function commandsOf(places: readonly Place[]): string[] {
  return places.flatMap(({ path }) => (path === '' ? [] : [path]))
}

/** A word of zsh with its description: a colon separates the two. */
function described({ text, says }: Word): string {
  return quoted(`${text}:${says.replaceAll(':', '\\:')}`)
}

function ofFish({ text, says }: Word): string {
  const word = text.startsWith('--') ? `-l ${text.slice(2)}` : `-a ${text}`
  return `${word} -d ${quoted(says)}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
