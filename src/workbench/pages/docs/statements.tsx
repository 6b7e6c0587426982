import { HABIT_NAMES, HABITS, type HabitName, MOST_SHOWN } from '../../../domain/habits.ts'
import { docsPath } from '../around.ts'
import { Example, Table } from '../parts.tsx'

/** The guide to statements as real banks send them (D133). */
export function Statements() {
  return (
    <>
      <p class="lead">
        Real banks send statements that a client reads wrongly: it loses lines, or counts them twice. A habit lets this
        bank send such statements, and says which line is which. The books do not change.
      </p>
      <h2>Eight defects</h2>
      <Table named={0} head={['Defect', 'What a client does wrong', 'How this bank shows it']} rows={DEFECTS} />
      <h2>Habits</h2>
      <Table
        named={0}
        head={['Habit', 'What is shown']}
        rows={HABIT_NAMES.map(name => [<code>{HABITS[name].example}</code>, SHOWS[name]])}
      />
      <p>
        <code>setHabit</code> sets one on a world, <code>for</code> a TPP, an account or all. Its text may hold several,
        with <code>;</code> between. The header <code>Sandbank-Habit</code> sets one for one call. All that fit a
        statement act together: members add up, of nights the last one that has come counts, of the others the one that
        was set last. The same <code>seed</code> chooses the same lines and ids. An answer that is not the books has the
        header <code>Sandbank-Habit</code>, with all habits that it is shown by.
      </p>
      <Example
        text={`npx sandbank graphql 'mutation { setHabit(input: { habit: "missing=creditorName; value-date=+20D", for: { account: "kari-daily" } }) { habit { id habit } } }'
npx sandbank graphql '{ habits { nodes { habit account { key } } } }'
npx sandbank graphql '{ account(by: { key: "kari-daily" }) { shownTo(tpp: "SANDBANK", dateFrom: "2020-01-01") { transactionId shownId shownDate why } } }'
npx sandbank graphql 'mutation { clearHabits { habits { habit } } }'`}
      />
      <p>
        Habits act in what TPPs read by consent: the statements of accounts and card accounts, and the details of a
        line. Balances are those of the books, and the <a href={docsPath('/decisions#D41')}>limits of history</a> go by
        the day of the books. Under a habit at most {MOST_SHOWN} booked lines of a range are shown. Habits are in{' '}
        <a href={docsPath('/fixtures')}>fixtures</a>, snapshots and copies.
      </p>
      <h2>Which line is which</h2>
      <p>
        <code>shownTo</code> of an account says of each booked line what a TPP is shown: the id of the books, the id and
        day that are shown, and the habits behind a difference. A line that comes twice stands there twice, and{' '}
        <code>shownId</code> is absent while a line is hidden. So a test asserts that its client neither lost nor
        doubled one. The kits have it as <code>world.shownTo(account, tpp)</code>.
      </p>
      <h2>Two banks to begin with</h2>
      <Example
        text={`npx sandbank world create moody --fixture moody-bank
npx sandbank world create night --fixture renumbering-bank
npx sandbank clock advance P1D --world night`}
      />
      <p>
        In <code>moody-bank</code> every habit but <code>renumber</code> acts at once, and two equal lines of one day
        are both true. In <code>renumbering-bank</code> it is the evening before all lines get other ids: read the
        statement, let a day pass, and read it again.
      </p>
    </>
  )
}

const DEFECTS = [
  [
    'The booked id',
    'A line that was pending is booked under another id, and is counted twice.',
    'As always here; a bank that keeps the id has pending-id=kept.',
  ],
  ['The renumbered history', 'In one night all older lines get other ids, and come in anew.', 'renumber'],
  ['The line that comes twice', 'The same line stands there twice, or on two days.', 'repeat'],
  ['The moved page', 'A new line moves the window between two pages, and a line is read again.', 'page-shift'],
  ['The moved value date', 'A line is not found again by its value date.', 'value-date'],
  ['The missing name', 'A line is not matched, since a member that was there is absent.', 'missing'],
  ['The late line', 'A line comes after its day was read, and is lost.', 'late'],
  [
    'The equal lines',
    'Two equal lines of one day are both true, and one is taken for a copy.',
    'Two transactions of one day; moody-bank has them.',
  ],
]

const SHOWS: Readonly<Record<HabitName, string>> = {
  late: 'A line is hidden until so long after its booking day, by the clock of the world.',
  missing: 'Lines lack these members, in lists and details.',
  'page-shift': 'Each page but the first begins so many lines earlier.',
  'pending-id': 'A booked line keeps the id that it had while it was pending; otherwise it has another one.',
  renumber:
    'From this day on, lines that were booked before it have other ids. Their earlier ids are RESOURCE_UNKNOWN.',
  repeat: 'Of each booking day so many lines come twice, on the same day or on the next one.',
  'value-date': 'The value date of each line is so many days later or earlier.',
}
