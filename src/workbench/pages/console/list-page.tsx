import type { Child } from 'hono/jsx'
import type { AssetName } from '../assets.ts'
import type { PLACES } from '../layout.tsx'
import { List, type ListProps, type Narrowing, NoneFound, Pager } from '../list.tsx'
import type { DrawnPage } from '../listing.tsx'
import { CountChips, type StateCount } from './count-chips.tsx'
import { FilterForm, SearchField } from './filter-form.tsx'
import { ConsoleFrame } from './frame.tsx'

type Choices = Readonly<Record<string, string | undefined>>

type ListPageProps<Row> = Omit<ListProps<Row>, 'label' | 'rows' | 'actionsOf'> & {
  readonly title: string
  readonly here?: keyof typeof PLACES
  readonly scripts?: readonly AssetName[]
  /** The path of the page, and the parameters that are chosen now. */
  readonly path: string
  readonly given: Choices
  readonly page: DrawnPage<Row>
  /** The states of the rows with their numbers, each of which leads to those rows. */
  readonly chips?: { readonly name: string; readonly counts: readonly StateCount[] }
  /** What the search finds, and the name of its parameter. */
  readonly finds: string
  readonly searchName?: string
  /** Other choices. */
  readonly filters?: Child
  /** What has to be said of what was found. */
  readonly note?: Child
  readonly rowActions?: (row: Row) => Child | null
  /** Why there is nothing and what can be done, and the filters that leave nothing. */
  readonly empty: Child
  readonly by: Narrowing
  /** The button that makes another. */
  readonly make?: Child
  /** What stands beside the title. */
  readonly beside?: Child
  /** The stream that adds rows, the place after which it begins, and how many rows it leaves. */
  readonly live?: { readonly address: string; readonly after: number; readonly most: number } | undefined
  /** What stands below the list. */
  readonly children?: Child
}

/** The page of a list: what it lists, what is wanted of it, the rows, and how many there are. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, here, scripts = [], path, given, page, chips, filters, note, empty, by, make, beside, live } = props
  const { finds, searchName = 'q', rowActions } = props
  const kept = new Set(['order', chips?.name])
  return (
    <ConsoleFrame title={title} {...(here === undefined ? {} : { here })} scripts={scripts}>
      <div class="heading">
        <h1>{title}</h1>
        {beside}
        {make}
      </div>
      <div class="filter-row">
        {chips === undefined ? null : <CountChips {...chips} path={path} given={given} />}
        <FilterForm action={path} label={`Which ${title}`}>
          {Object.entries(given).map(([name, value]) =>
            value === undefined || !kept.has(name) ? null : <input type="hidden" name={name} value={value} />,
          )}
          {filters}
          <SearchField name={searchName} label={`Search ${title}`} finds={finds} value={given[searchName]} />
        </FilterForm>
      </div>
      {note}
      {page.rows.length > 0 ? null : (
        <NoneFound path={path} by={by}>
          {empty}
        </NoneFound>
      )}
      <div data-live={live?.address} data-after={live?.after} data-most={live?.most} hidden={page.rows.length === 0}>
        <List
          {...props}
          label={title}
          rows={page.rows}
          {...(rowActions === undefined ? {} : { actionsOf: rowActions })}
        />
      </div>
      <Pager page={page} path={path} given={given} />
      {props.children}
    </ConsoleFrame>
  )
}
