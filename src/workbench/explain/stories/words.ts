/**
 * Names of values and TPPs in programs of each form (D104). A story is written in JavaScript, Python and bash, and an answer may name its parts as it
 * likes, by aliases of GraphQL: a name must be no word of these languages, and nothing that the programs use.
 */

/** A name as Python and the shell write it: two names are the same where that is the same. */
export function wordOf(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase()
}

/** The name, with a number where it is taken or reserved. */
export function freeWord(name: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}${number}`
    const word = wordOf(free)
    if (taken.has(word) || RESERVED.has(word) || OF_ANSWERS.test(word)) continue
    taken.add(word)
    return free
  }
}

/** `answer5` and `body5` in JavaScript, `answer_5` in Python. */
const OF_ANSWERS = /^(?:answer|body)_?\d*$|^\d/

const RESERVED = new Set(
  [
    // JavaScript, in modules too.
    'arguments as async await break case catch class const continue debugger default delete do else enum eval export extends false finally for from',
    'function get if implements import in infinity instanceof interface let nan new null of package private protected public return set static super',
    'switch this throw true try typeof undefined var void while with yield',
    // Python, with what the file imports or calls.
    'and assert def del elif except exec global is lambda match none nonlocal not or pass print raise self str type',
    'json pytest sandbank sandbank_error snapshot connect refused',
    // What the files of JavaScript import, and globals that they use.
    'connect_sandbank start_sandbank expect it test describe require module exports process global_this json url token bank world story answer',
    'describe before_all after_all',
    // Variables of curl, which a shell may have exported, and those of the script.
    'http_proxy https_proxy ftp_proxy all_proxy no_proxy histchars auto_resume call operate pick status code got found certificate',
  ].flatMap(line => line.split(' ')),
)
