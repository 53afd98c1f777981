import { IconPlayerStop, IconPlus } from '../../kit/icons/icons.ts'
import { collectionsApi } from '@waybill/domain/collections/api'
import type { Recurring } from '@waybill/domain/collections/model'
import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { useMemo } from 'react'
import { useAccountFilter } from '../../accounts/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { dayText, weekdayText } from '../../kit/ui/values/moments.ts'
import { useEndRecurring } from '../end-recurring.ts'
import { expectedText, headingOf, repeatsText } from '../request-texts.ts'

const placeOf = ({ address }: Recurring): string =>
  address.company || address.local_area || address.city || address.entered_address

function columnsFor(me: Actor): readonly Column<Recurring>[] {
  const today = dayOf(new Date())
  const account: Column<Recurring> = textColumn('account', 'Account', 180, (row) => row.account_name)
  return [
    textColumn('repeats', 'How often', 228, repeatsText),
    ...(isStaff(me) ? [account] : []),
    textColumn('place', 'From', 172, placeOf),
    textColumn('window', 'Between', 116, (row) => `${row.after}–${row.before}`, {
      cell: (row) => <span className="tabular">{`${row.after}–${row.before}`}</span>,
    }),
    textColumn('expected', 'Expected', 150, expectedText, { quiet: true }),
    textColumn('next', 'Next', 108, (row) => row.next_date ?? '', {
      cell: (row) => row.next_date && weekdayText(row.next_date, today),
    }),
    textColumn('until', 'Until', 108, (row) => row.until ?? '', {
      quiet: true,
      cell: (row) => row.until && dayText(row.until),
    }),
  ]
}

/** Page with the recurring collections that have not ended. */
export default function RecurringPage() {
  const me = useMe()
  const end = useEndRecurring()
  const filters = useAccountFilter(true)
  const list = useList({ name: 'recurring_collections', filters })
  const found = useRows(
    collectionsApi.recurring,
    {
      ...list.input,
      account_id: list.id('account'),
    },
    ({ recurring }) => recurring,
  )
  const columns = useMemo(() => columnsFor(me), [me])
  const create = mayCall(me, collectionsApi.createRecurring) && (
    <ButtonLink to="/collection-requests/new" variant="primary" icon={IconPlus}>
      New request
    </ButtonLink>
  )
  return (
    <ListPage
      title="Recurring collections"
      back={{ to: '/collection-requests', label: headingOf(me) }}
      primary={create}
      of={found}
      columns={columns}
      list={list}
      linkOf={(row) => `/collection-requests/recurring/${row.id}`}
      rowMenu={(row) =>
        mayCall(me, collectionsApi.endRecurring)
          ? [{ label: 'End…', icon: IconPlayerStop, danger: true, onSelect: () => end(row) }]
          : []
      }
      card={(row) => ({
        title: placeOf(row),
        lines: [repeatsText(row), [row.account_name, expectedText(row)].filter(Boolean).join(' · ')],
      })}
      empty={{
        title: 'No recurring collections.',
        text: 'Choose Daily or Weekly in a new request to repeat it automatically.',
        action: create,
      }}
    />
  )
}
