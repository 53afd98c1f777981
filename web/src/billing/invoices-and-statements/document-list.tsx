import { useAccountFilter } from '../../accounts/index.ts'
import type { ReactNode } from 'react'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, monoColumn } from '../../kit/table/columns/column-kinds.tsx'
import type { CardText } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { accountColumn } from '../billing-columns.tsx'
import type { DocumentState } from './document-state.ts'
import { StateBadge } from './DocumentBadge.tsx'

/** The fields that all documents of an account share. */
export interface AnyDocument {
  id: number
  doc_display_id: string
  account_id: number
  account_code: string
  account_name: string
}

/** The properties of one kind of document in its list. */
export interface DocumentKind<Doc extends AnyDocument, Status extends string> {
  name: 'invoices' | 'credit-notes'
  caption: string
  /** Heading of the number column. */
  title: string
  number_sort: string
  date_sort: string
  states: readonly { value: Status; label: string }[]
  /** Set when only one state can be selected. */
  single?: true
  stateOf: (document: Doc) => DocumentState
}

/**
 * Returns the list of one kind of document, for one account or for all: its filters as API input, and the parts that
 * the listings of all kinds share. `extraColumns` follow number, state and account.
 */
export function useDocumentList<Doc extends AnyDocument, Status extends string>(
  kind: DocumentKind<Doc, Status>,
  extraColumns: readonly Column<Doc>[],
  accountId: number | undefined,
) {
  const { name, states, single } = kind
  const account = useAccountFilter(accountId === undefined)
  const list = useList({
    name,
    sort: `-${kind.date_sort}`,
    filters: [
      {
        key: 'status',
        label: 'State',
        kind: 'choice',
        options: states,
        pinned: true,
        ...(single ? { single } : {}),
      },
      { key: 'date', label: 'Date', kind: 'date', pinned: true },
      ...account,
    ],
  })
  const input = {
    ...list.input,
    account_id: accountId ?? list.id('account'),
    status: list.someOf(
      'status',
      states.map(({ value }) => value),
    ),
    start_date: list.between('date')?.from,
    end_date: list.between('date')?.until,
  }
  const isOfAll = accountId === undefined
  return {
    input,
    frame: {
      caption: kind.caption,
      searchHint: isOfAll ? 'Number, account or amount' : 'Number or amount',
      list,
      columns: [...documentColumns(kind, isOfAll), ...extraColumns],
    },
    cardOf: (document: Doc, sums: ReactNode, when: string): CardText => ({
      title: document.doc_display_id,
      badge: <StateBadge of={kind.stateOf(document)} />,
      lines: [sums, isOfAll ? `${document.account_name} · ${when}` : when],
    }),
  }
}

/** Returns the first columns of a document table: number, state and, in the list of all accounts, the account. */
function documentColumns<Doc extends AnyDocument, Status extends string>(
  { title, number_sort, stateOf }: DocumentKind<Doc, Status>,
  hasAccount: boolean,
): readonly Column<Doc>[] {
  return [
    monoColumn('number', title, 120, (document) => document.doc_display_id, { sort: number_sort }),
    badgeColumn('state', 'State', 124, (document) => stateOf(document).label, {
      cell: (document) => <StateBadge of={stateOf(document)} />,
    }),
    ...(hasAccount ? [accountColumn<Doc>()] : []),
  ]
}
