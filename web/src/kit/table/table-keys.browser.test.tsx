import { useState } from 'react'
import { page } from 'vitest/browser'
import { announcements } from '../layers/announcements.ts'
import { savePreference } from '../preferences/preferences.ts'
import { describeKeys } from '../sample-keyboard.tsx'
import { ColumnChooser } from './columns/ColumnChooser.tsx'
import { useColumns, type Column } from './columns/columns.ts'
import { DataTable } from './DataTable.tsx'
import { filterInput } from './filters/filter-input.ts'
import { FilterBar } from './filters/FilterBar.tsx'
import { FilterChips } from './filters/FilterChips.tsx'
import { writeFilter, type Filter, type FilterValue } from './filters/filters.ts'
import { Pager } from './Pager.tsx'
import { BulkBar } from './rows/BulkBar.tsx'
import type { DataTableProps } from './table-props.ts'
import type { List } from './use-list.ts'

const nothing = (): undefined => undefined
const parcels = ['P1', 'P2', 'P3']
const columns: readonly Column<string>[] = [
  {
    key: 'reference',
    title: 'Reference',
    sort: 'reference',
    cell: (parcel) => parcel,
    text: (parcel) => parcel,
  },
]
const more_columns: readonly Column<string>[] = [
  ...columns,
  { key: 'weight', title: 'Weight', cell: () => '2', text: () => '2' },
  { key: 'city', title: 'City', cell: () => 'Durban', text: () => 'Durban' },
]
const filters: readonly Filter[] = [
  { key: 'vip', label: 'VIP', kind: 'flag' },
  {
    key: 'status',
    label: 'Status',
    kind: 'choice',
    options: ['At hub', 'Collected'].map((label) => ({ value: label, label })),
  },
]
const query = { isFetching: false, error: null, dataUpdatedAt: 0, refetch: nothing }
const table: DataTableProps<string> = {
  name: 'parcels',
  caption: 'Parcels',
  columns,
  rows: parcels,
  idOf: (parcel) => parcel,
  query,
  empty: { title: 'No parcels yet' },
}

/** A list whose state is in the component and not in the address, so that each row of a keyboard table starts from the same state. */
function useSampleList(chosen: Readonly<Record<string, FilterValue>> = {}): List {
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(1)
  const [sort, setSort] = useState('')
  const [values, setValues] = useState(chosen)
  const written = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, writeFilter(value)]))
  return {
    name: 'parcels',
    filters,
    page,
    size,
    sort,
    search: '',
    input: { limit: size, offset: page - 1, search: undefined, order_by: undefined, order: undefined },
    ...filterInput(filters, written, new Date()),
    isFiltered: Object.keys(values).length > 0,
    filterText: Object.values(written).join('&'),
    setFilter: (key, value) => {
      const { [key]: _, ...others } = values
      setValues(value ? { ...others, [key]: value } : others)
    },
    setSearch: nothing,
    setPage,
    setSize,
    setSort,
    clear: () => setValues({}),
    apply: nothing,
  }
}

function PagedTable() {
  const list = useSampleList()
  return <DataTable {...table} inCard list={list} rows={[parcels[list.page - 1] ?? '']} total={3} />
}

function FilteredTable() {
  const yes = { values: ['yes'], isNot: false }
  const list = useSampleList({ vip: yes, status: { values: ['At hub'], isNot: false } })
  return <DataTable {...table} list={list} total={3} bulk={[{ label: 'Print', onSelect: nothing }]} />
}

function Pages() {
  return <Pager list={useSampleList()} total={3} onTurn={nothing} />
}

function Filters() {
  const list = useSampleList()
  return (
    <>
      <FilterBar list={list} />
      <FilterChips list={list} />
    </>
  )
}

function Chooser() {
  return <ColumnChooser columns={useColumns('chosen-parcels', more_columns)} />
}

function Actions() {
  const selection = {
    rows: ['P1'],
    isAll: false,
    count: 1,
    has: () => true,
    read: async () => ['P1'],
    toggle: nothing,
    setPage: nothing,
    chooseAll: nothing,
    clear: nothing,
    retain: nothing,
  }
  const actions = ['Print', 'Hold', 'Release', 'Return'].map((label) => ({ label, onSelect: nothing }))
  return <BulkBar selection={selection} actions={actions} total={3} />
}

const ticked = () =>
  [...document.querySelectorAll<HTMLInputElement>('input:checked')].map((one) => one.ariaLabel).join()
const currentPage = () => document.querySelector('[aria-current=page]')?.textContent
const sortOf = () => document.querySelector('th')?.getAttribute('aria-sort')
const isShown = (role: 'dialog' | 'menu') => page.getByRole(role).query() !== null
const chips = () =>
  [...document.querySelectorAll('[aria-label^=Remove]')].map((one) => one.getAttribute('aria-label')).join()
const columnOrder = () =>
  [...document.querySelectorAll('li')]
    .map((one) => one.querySelector('label')?.innerText.split('\n')[0])
    .join()

describeKeys(
  {
    'rows of a table': {
      part: () => (
        <DataTable
          {...table}
          linkOf={(parcel) => `/parcels/${parcel}`}
          rowMenu={() => [{ label: 'Print', onSelect: nothing }]}
        />
      ),
      readState: () => ({ menu: isShown('menu') }),
      rows: [
        ['Tab reaches the first row', '', 'P1', { announced: 'row "P1 Actions for P1", in table "Parcels"' }],
        ['Arrow Down goes on', 'ArrowDown', 'P2'],
        ['Arrow Down stays at the last', 'End ArrowDown', 'P3'],
        ['Arrow Up goes back', 'ArrowDown ArrowUp', 'P1'],
        ['Arrow Up stays at the first', 'ArrowUp', 'P1'],
        ['End goes to the last', 'End', 'P3'],
        ['Home goes to the first', 'End Home', 'P1'],
        ['Page Down goes to the last of a few', 'PageDown', 'P3'],
        ['Page Up goes to the first of a few', 'End PageUp', 'P1'],
        [
          'Tab goes on to the link of the row',
          'ArrowDown Tab',
          'P2',
          { announced: 'link "P2", in table "Parcels"' },
        ],
        ['Tab returns to the row that had the focus last', 'ArrowDown Shift+Tab Tab', 'P2'],
        ['a full stop opens the menu of the row', '.', 'Print', { menu: true }],
        [
          'Esc closes the menu, and the focus is on its button',
          '. Escape',
          'Actions for P1',
          { menu: false },
        ],
      ],
    },
    'rows that can be selected': {
      part: () => <DataTable {...table} bulk={[{ label: 'Print', onSelect: nothing }]} />,
      readState: () => ({ ticked: ticked() }),
      rows: [
        ['Tab reaches the box of all rows', '', 'Select all rows of this page', { ticked: '' }],
        [
          'Space there selects all',
          'Space',
          'Select all rows of this page',
          { ticked: 'Select all rows of this page,Select P1,Select P2,Select P3' },
        ],
        ['Space selects a row', 'Tab Space', 'P1', { ticked: 'Select P1' }],
        [
          'the box of all rows is mixed while some are selected',
          'Tab Space Shift+Tab',
          'Select all rows of this page',
          { announced: 'checkbox "Select all rows of this page", mixed, in table "Parcels"' },
        ],
        ['Space deselects it again', 'Tab Space Space', 'P1', { ticked: '' }],
        [
          'Shift and Arrow Down selects on',
          'Tab Space Shift+ArrowDown',
          'P2',
          { ticked: 'Select P1,Select P2' },
        ],
        [
          'Control and A selects all',
          'Tab Control+a',
          'P1',
          { ticked: 'Select all rows of this page,Select P1,Select P2,Select P3' },
        ],
      ],
    },
    'toolbar of selected rows': {
      part: () => <Actions />,
      readState: () => ({ menu: isShown('menu') }),
      rows: [
        [
          'Tab reaches its first button',
          '',
          'Select all 3 that match',
          { announced: 'button "Select all 3 that match", in toolbar "Actions for the selected rows"' },
        ],
        ['Arrow Right goes on', 'ArrowRight', 'Print'],
        ['Arrow Left goes back', 'ArrowRight ArrowLeft', 'Select all 3 that match'],
        ['Arrow Left goes from the first to the last', 'ArrowLeft', 'Clear'],
        ['Arrow Right goes from the last to the first', 'End ArrowRight', 'Select all 3 that match'],
        ['End goes to the last', 'End', 'Clear'],
        ['Home goes to the first', 'End Home', 'Select all 3 that match'],
        ['Tab goes on behind it', 'Tab', 'After'],
        ['Shift and Tab returns to the button that had the focus last', 'ArrowRight Tab Shift+Tab', 'Print'],
        ['Arrow Down opens a menu of it', 'End ArrowLeft ArrowDown', 'Return', { menu: true }],
        [
          'Arrow Right in the menu stays there',
          'End ArrowLeft ArrowDown ArrowRight',
          'Return',
          { menu: true },
        ],
        [
          'Esc closes the menu, and the focus is on its button',
          'End ArrowLeft Enter Escape',
          'More',
          { menu: false },
        ],
      ],
    },
    'heading that sorts': {
      part: () => <PagedTable />,
      readState: () => ({ sort: sortOf() }),
      rows: [
        [
          'Tab reaches it',
          '',
          'Reference',
          { sort: null, announced: 'button "Reference", in table "Parcels"' },
        ],
        ['Enter sorts upwards', 'Enter', 'Reference', { sort: 'ascending' }],
        ['Space sorts upwards', 'Space', 'Reference', { sort: 'ascending' }],
        ['Enter sorts downwards next', 'Enter Enter', 'Reference', { sort: 'descending' }],
        ['Enter sorts no more then', 'Enter Enter Enter', 'Reference', { sort: null }],
      ],
    },
    pagination: {
      part: () => <Pages />,
      readState: () => ({ current: currentPage() }),
      rows: [
        ['Tab reaches the rows per page', '', '10 20 100', { announced: 'combobox "Rows per page"' }],
        [
          'Tab goes on to the current page',
          'Tab',
          'Page 1',
          { announced: 'button "Page 1", current, in navigation "Pages"' },
        ],
        ['Enter goes to a page', 'Tab Tab Enter', 'Page 2', { current: '2' }],
        ['Space goes to a page', 'Tab Tab Tab Space', 'Page 3', { current: '3' }],
        ['Enter goes to the next page', 'Tab Tab Tab Tab Enter', 'Next page', { current: '2' }],
      ],
    },
    'pages of a table': {
      part: () => <PagedTable />,
      readState: () => ({ current: currentPage() }),
      rows: [
        ['the focus goes to the first row of a chosen page', 'Tab Tab Tab Tab Enter', 'P2', { current: '2' }],
      ],
    },
    'filters of a list': {
      part: () => <Filters />,
      readState: () => ({ open: isShown('dialog'), chips: chips() }),
      rows: [
        [
          'Tab reaches their button',
          '',
          'Filter',
          { announced: 'button "Filter", collapsed, opens a dialog' },
        ],
        [
          'Enter opens them at the first',
          'Enter',
          'VIP',
          { announced: 'button "VIP", in dialog "Add a filter"' },
        ],
        ['Arrow Down goes on', 'Enter ArrowDown', 'Status'],
        ['Arrow Up goes back', 'Enter ArrowDown ArrowUp', 'VIP'],
        [
          'Enter opens the choices of a filter',
          'Enter ArrowDown Enter',
          'At hub',
          { announced: 'checkbox "At hub", in dialog "Add a filter"' },
        ],
        ['Space ticks a choice', 'Enter ArrowDown Enter Space', 'At hub', { chips: 'Remove Status filter' }],
        ['Tab reaches the button of a choice that clears the others', 'Enter ArrowDown Enter Tab', 'Only'],
        [
          'Esc closes them, and the focus is on their button',
          'Enter ArrowDown Enter Space Escape',
          'Filter',
          { open: false, chips: 'Remove Status filter' },
        ],
      ],
    },
    'filters that are removed': {
      part: () => <FilteredTable />,
      readState: () => ({ chips: chips() }),
      rows: [
        [
          'the focus goes to the next filter when one is removed',
          'Tab Tab Tab Tab Tab Enter',
          'Status is At hub',
          { chips: 'Remove Status filter' },
        ],
        [
          'the focus goes to the first row when the last filter is removed',
          'Tab Tab Tab Tab Tab Enter Tab Enter',
          'P1',
          { chips: '' },
        ],
      ],
    },
    'columns of a table': {
      part: () => <Chooser />,
      readState: () => ({ columns: columnOrder(), told: announcements.read().polite }),
      rows: [
        [
          'Tab reaches their button',
          '',
          'Columns',
          { announced: 'button "Columns", collapsed, opens a dialog' },
        ],
        [
          'Enter opens them',
          'Enter',
          'Find a column',
          { announced: 'textbox "Find a column", in dialog "Columns"' },
        ],
        [
          'Tab passes the first, which is always shown',
          'Enter Tab',
          'Weight',
          { announced: 'checkbox "Weight", checked, in dialog "Columns"' },
        ],
        [
          'Space hides a column',
          'Enter Tab Space',
          'Weight',
          { announced: 'checkbox "Weight", in dialog "Columns"' },
        ],
        [
          'Alt and Arrow Down moves a column, and the focus with it',
          'Enter Tab Alt+ArrowDown',
          'Weight',
          { columns: 'Reference,City,Weight', told: 'Weight, 3 of 3' },
        ],
        ['Esc closes them, and the focus is on their button', 'Enter Tab Escape', 'Columns', { columns: '' }],
      ],
    },
  },
  () => savePreference('columns:chosen-parcels', null),
)
