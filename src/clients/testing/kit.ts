// Only the types of `sandbank/testing`: this file is shipped to users of the package, with exact words in place of this import.
import type { FixtureDocument, HabitText, OperationName, ScenarioText } from './words.ts'

/** How a bank inside this process is opened. */
export type StartOptions = {
  /** A folder that stays, with its store, certificates and worlds. A temporary one that goes with the bank when not given. */
  readonly home?: string
  /** Also listen on this port of 127.0.0.1, for what is not in this process: a browser, another program. 0 takes any free one. */
  readonly port?: number
  /** What a new bank's world `default` starts with: the standard set by default. */
  readonly world?: 'STANDARD' | 'EMPTY'
  /** With `lenient`, x-accept-fix and TPP-Session-ID are optional (D10). */
  readonly headers?: 'strict' | 'lenient'
}

/** Which bank is called over HTTP. */
export type ConnectOptions = {
  /** The token that the operator's door requires (D70): SANDBANK_TOKEN, or the one that the server printed at its start. */
  readonly token?: string
}

/** A bank: in this process, or another one over HTTP. Both are used the same way. */
export interface Sandbank {
  /** The base URL of the world `default`. */
  readonly url: string
  /** The world `default`. */
  readonly world: World
  /** A TPP with a key and a certificate of the sandbox's authority; nothing is written to the disk. The same name is the same TPP. */
  tpp(name: string, options?: TppOptions): Tpp
  /** Makes a world of its own: for one test, one file, or as long as you like. */
  createWorld(options?: WorldOptions): Promise<World>
  /** An existing world. */
  openWorld(name: string): Promise<World>
  /** Deletes the worlds that were made here, and ends the bank if it is in this process. Nothing stays behind, nothing hangs. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** What a world starts with (D80): at most one of `from`, `copyOf`, `snapshot`, `snapshotFile`, `fixture` and `fixtureName`; the standard set when none is given. */
export type WorldOptions = {
  /** A free name is chosen when not given. */
  readonly name?: string
  readonly from?: 'STANDARD' | 'EMPTY'
  /** The name of another world, or the world. */
  readonly copyOf?: string | World
  /** The value that `world.snapshot()` returned, or the name of a snapshot of the world `default`. */
  readonly snapshot?: string | Snapshot
  /** The path of a file that `world.save(file)` or `sandbank snapshot save` wrote (D131). */
  readonly snapshotFile?: string
  /** A fixture (D82): the document as JSON. */
  readonly fixture?: FixtureDocument
  /** One of the product's own fixtures: `sandbank fixture list` names them. */
  readonly fixtureName?: string
  /** Where its clock begins, also before today: with STANDARD the year of transactions ends there, so that a suite reads the same dates every day. A copy keeps its own. */
  readonly clock?: string | Date | { readonly now?: string | Date; readonly frozen?: boolean }
  /** After this ISO 8601 duration of the machine's clock the world is deleted, so that a test that crashes leaves nothing. One hour by default. */
  readonly expiresAfter?: string
}

/** One isolated bank (D1). */
export interface World {
  readonly name: string
  readonly clock: WorldClock
  /** The base URL for the application under test, without a slash at its end. */
  readonly baseUrl: string
  /** The address of a path of this world, such as `/v1/accounts`, with or without the slash. A link of an answer, relative or not, is used unchanged. */
  url(path: string): string
  /** An operation of the operator. Throws a SandbankError when it is refused. */
  graphql<Result = ParsedJson, Variables extends object = object>(
    document: string | TypedDocument<Result, Variables>,
    variables?: Variables,
  ): Promise<{ data: Result }>
  /**
   * Follows a subscription (D99), such as `subscription { clock { now frozen } }`: its state at once, then each change, in order. Begins with this call; ends with
   * `break` or `return()`, and when the world or the bank is closed. Throws a SandbankError when it is refused, or cut off since more than 1,000 changes wait to be read.
   */
  watch<Result = ParsedJson, Variables extends object = object>(
    document: string | TypedDocument<Result, Variables>,
    variables?: Variables,
  ): AsyncIterableIterator<Result>
  /** Follows `_links.scaRedirect` of an answer and approves as this customer: its number, or its key in the fixture. */
  approve(answer: AnswerWithLink, psu: string, options?: ApproveOptions): Promise<Approval>
  /** Follows `_links.scaRedirect` of an answer and rejects as this customer. */
  reject(answer: AnswerWithLink, psu: string): Promise<{ readonly redirectTo: string }>
  /**
   * The contents of the world as a fixture that creates another world like it (D82), whatever their size. Finished payments are only in the lines of
   * their accounts; `snapshot` keeps all.
   */
  fixture(): Promise<FixtureDocument>
  /** Stores the whole state of the world, clock included (D86). */
  snapshot(name?: string): Promise<Snapshot>
  /** Writes the whole state of the world to a file, which `createWorld({ snapshotFile })` opens, here and in a later version (D131). */
  save(file: string): Promise<void>
  /** What differs between a snapshot and the world as it is now (D87), or between two snapshots. */
  diff(before: Snapshot | string, after?: Snapshot | string): Promise<WorldDiff>
  /** Makes what a document says (D82), beside what is there: all of it or nothing. Returns the ids of what has a key, by their keys. */
  create(document: FixtureDocument): Promise<Readonly<Record<string, string>>>
  /** Restores the world to the state of a snapshot. */
  restore(before: Snapshot | string): Promise<void>
  /** Forces an outcome on calls of TPPs in this world, such as `error; code=ACCESS_EXCEEDED` (D88). Returns a function that removes it. */
  setScenario(scenario: ScenarioText, options?: ScenarioOptions): Promise<Scenario>
  /** How often each scenario has acted, including used ones. */
  scenarios(): Promise<readonly ScenarioUse[]>
  /** Removes all scenarios of this world. */
  clearScenarios(): Promise<void>
  /** Shows statements of this world as real banks send them, such as `renumber=2026-03-02` (D133). The books stay as they are. */
  setHabit(habit: HabitText, options?: HabitOptions): Promise<Habit>
  /** The habits of this world, in the order in which they were set. */
  habits(): Promise<readonly HabitUse[]>
  /** Removes all habits of this world. */
  clearHabits(): Promise<void>
  /**
   * Which line is which: the booked lines of an account or card account, named by its id or key, as a TPP is shown them, latest first. So a test asserts
   * that its client neither lost nor doubled one.
   */
  shownTo(account: string, tpp: Tpp | string, options?: ShownOptions): Promise<readonly ShownLine[]>
  /** The calls in this world's journal, in order, so that a test can assert what its application sent (D90, D95). */
  readonly calls: WorldCalls
  /** Restores the world as it was created, from its own source (D81). */
  reset(): Promise<void>
  /** Deletes it. The world `default` always stays. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The calls of a world: those of TPPs and PSUs, unless the filter says `by`. */
export interface WorldCalls {
  (filter?: CallFilter): Promise<readonly WorldCall[]>
  /** Waits until no REST call is running in the world, for at most this many milliseconds (10,000). */
  settled(options?: { readonly timeout?: number }): Promise<void>
}

export type CallFilter = {
  /** The sender of the calls: `KIT` are those that the kit makes itself. */
  readonly by?: readonly ('TPP' | 'PSU' | 'OPERATOR' | 'KIT')[]
  readonly door?: 'REST' | 'GRAPHQL' | 'PAGE'
  /** The name of an operation, such as `createPayment`. */
  readonly operation?: OperationName
  /** A TPP of this bank, or its id. */
  readonly tpp?: Tpp | string
  /** The X-Request-ID. */
  readonly requestId?: string
  /** The trace-id of `traceparent`: 32 of 0-9 and a-f. */
  readonly traceId?: string
  readonly status?: number
  /** The code of a refusal. */
  readonly code?: string
  readonly refused?: boolean
  /** A part of path and query. */
  readonly path?: string
  /** A part of method, path, operation, code, cause, X-Request-ID or TPP, in upper or lower case. */
  readonly contains?: string
}

/** A call in the journal. */
export type WorldCall = {
  readonly id: string
  readonly at: Date
  readonly by: string
  readonly door: string
  readonly operation: string | undefined
  readonly tppId: string | undefined
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  readonly requestId: string | undefined
  /** The trace-id of `traceparent`. */
  readonly traceId: string | undefined
  readonly status: number
  readonly code: string | undefined
  readonly durationMs: number
  readonly request: WorldMessage
  readonly answer: WorldMessage
}

export type WorldMessage = {
  /** By their names in lower case; the values of one name are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed where it is JSON; undefined when there was none. */
  readonly body: ParsedJson
}

/** The clock of one world (D40). It runs with the machine's until it is frozen, and never goes back. */
export interface WorldClock {
  now(): Promise<Date>
  /** Moves the clock by an ISO 8601 duration of Oslo's calendar, such as `P1D`, or to an instant; all that falls due on the way happens. */
  advance(byOrTo: string | Date): Promise<Date>
  /** Stops the clock now or at a later instant. An instant in the past is refused, and the clock stays as it was. */
  freeze(at?: string | Date): Promise<Date>
  /** Lets a frozen clock run on. */
  resume(): Promise<Date>
}

export type TppOptions = {
  /** What its certificate allows (D14): both when not given. */
  readonly roles?: readonly ('AI' | 'PI')[]
  /** The authority id, such as NO-FSA-987654321; a random one when not given. */
  readonly id?: string
}

/** A third-party provider: the signer. */
export interface Tpp {
  readonly name: string
  /** Its id, which the bank knows it by (D20). */
  id(): Promise<string>
  /** Its certificate and key in PEM, for a client of your own; `keyId` is what Signature names the certificate by. */
  credentials(): Promise<{ readonly certificate: string; readonly key: string; readonly keyId: string }>
  /**
   * A fetch that adds every header that the operation requires, and signs. Your own headers are sent unchanged. It has the signature of `fetch`, so
   * that a client generated from /openapi.json can use it instead. An address names its world: `world.url('/v1/accounts')`, a link of an answer, or
   * `world.baseUrl` and a link. A path without a world, such as `/v1/accounts`, is in the world `default`; when the bank has other worlds, a warning says so.
   */
  fetch(request: string | URL | Request, init?: TppRequest): Promise<Response>
}

export type TppRequest = {
  /** GET, or POST when there is a body, by default. */
  readonly method?: string | undefined
  /** Sent unchanged; null removes a header that would be added, to see how the bank answers. */
  readonly headers?: RequestInit['headers'] | Readonly<Record<string, string | null>>
  /** Sent as it is; as application/json when it is text or bytes and no type is given. */
  readonly body?: RequestInit['body']
  /** Sent as JSON. */
  readonly json?: unknown
  /** Ends the call: the test disconnects, like a client that no longer waits. Rejects with the signal's reason. */
  readonly signal?: RequestInit['signal']
  /** The PSU: its customer number, its PSU-ID, or its key in the fixture. Sent as PSU-ID. */
  readonly psu?: string
  /** PSU-Context. */
  readonly context?: 'PRIVATE' | 'CORPORATE'
  /** PSU-Corporate-ID: the id of the agreement (D34). */
  readonly agreementId?: string
  /** An outcome to force on this call, such as `error; code=ACCESS_EXCEEDED` or `lose-answer` (D88). A lost answer rejects, as a broken connection does. */
  readonly scenario?: ScenarioText
}

/** On which calls a scenario acts (D88): all conditions that are given must hold. */
export type ScenarioOptions = {
  readonly for?: {
    /** A TPP of this bank, or its id. */
    readonly tpp?: Tpp | string
    /** The name of an operation, such as `createPayment`. */
    readonly operation?: OperationName
    /** A customer: its number, or its key in the fixture. */
    readonly psu?: string
    /** Payments to this account alone: its IBAN or BBAN. */
    readonly creditorAccount?: string
  }
  /** On how many calls; on every one when not given. */
  readonly times?: number
  /** How likely on each of them: above 0, up to 1. Which ones follows from seed and order alone. */
  readonly probability?: number
  readonly seed?: number
}

/** A scenario that was set on a world. */
export type Scenario = { readonly id: string; clear(): Promise<void> }

export type ScenarioUse = {
  readonly id: string
  readonly scenario: string
  /** How often it will still act; null when there is no limit. */
  readonly left: number | null
  readonly used: number
}

/** Which statements have a habit (D133): all conditions that are given must hold. */
export type HabitOptions = {
  readonly for?: {
    /** A TPP of this bank, or its id. */
    readonly tpp?: Tpp | string
    /** An account or card account: its id, or its key. */
    readonly account?: string
  }
  /** Another seed is another choice of lines and ids. */
  readonly seed?: number
}

/** A habit that was set on a world. */
export type Habit = { readonly id: string; clear(): Promise<void> }

export type HabitUse = { readonly id: string; readonly habit: string; readonly seed: number }

/** The first and the last bookingDate of what is shown; all when not given. */
export type ShownOptions = { readonly dateFrom?: string; readonly dateTo?: string }

/** A booked line, and as what a TPP is shown it. A line that comes twice stands here twice. */
export type ShownLine = {
  /** Its id in the books. */
  readonly transactionId: string
  /** The id under which it is shown; null while a habit hides it. */
  readonly shownId: string | null
  readonly shownDate: string | null
  /** The habits by which it is shown otherwise than it is booked. */
  readonly why: readonly string[]
}

/** An answer of `tpp.fetch`, a body with `_links`, or the link itself. */
export type AnswerWithLink = Response | { readonly _links?: unknown } | string

export type ApproveOptions = {
  /** For a consent: the ids of accounts and card accounts; all that are offered when not given. */
  readonly accountIds?: readonly string[]
  readonly context?: 'PRIVATE' | 'CORPORATE'
  readonly agreementId?: string
}

/** The parameters that came back to TPP-Redirect-URI (D33). */
export type Approval = { readonly psuId: string; readonly sessionId: string; readonly redirectTo: string }

/** A stored state of a world. */
export type Snapshot = { readonly name: string; readonly world: string }

/** What was created, deleted and changed (D87). `changes` is empty exactly when `equal`. */
export type WorldDiff = { readonly equal: boolean; readonly changes: readonly WorldChange[] }

export type WorldChange = {
  readonly noun: string
  readonly id: string
  readonly kind: 'CREATED' | 'DELETED' | 'CHANGED'
  readonly fields: readonly { readonly name: string; readonly left: string | null; readonly right: string | null }[]
}

/** A value of JSON.parse: the reader states its type. */
export type ParsedJson = ReturnType<typeof JSON.parse>

/** A document of GraphQL with types, as code generators make it. */
export interface TypedDocument<Result, Variables> {
  readonly kind?: string
  __apiType?: (variables: Variables) => Result
}

/** The error that the kit throws: the call, the answer, and its place in the journal (D95). */
export interface SandbankError extends Error {
  readonly name: 'SandbankError'
  /** A code of the interface, such as CONFLICT; undefined when the bank could not be reached. */
  readonly code: string | undefined
  /** Where the fault is: a field, a header or a parameter. */
  readonly path: string | undefined
  /** The call's place in the journal. */
  readonly journal: string | undefined
}

/** Opens a bank inside this process. */
export type StartSandbank = (options?: StartOptions) => Promise<Sandbank>

/** Uses a bank that is served elsewhere. */
export type ConnectSandbank = (url: string, options?: ConnectOptions) => Promise<Sandbank>
