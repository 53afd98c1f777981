import { IconBuildingBank, IconCoins } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { cashApi } from '@waybill/domain/cash/api'
import type { CashHolder } from '@waybill/domain/cash/model'
import { driversApi } from '@waybill/domain/drivers/api'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { badgeColumn, moneyColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import type { Column } from '../../kit/table/columns/columns.ts'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { CashTabs } from '../CashTabs.tsx'
import { CountDialog } from '../CountDialog.tsx'
import { MoneyDialog } from '../MoneyDialog.tsx'

type Row = CashHolder & { id: string }

/** More than a company has. */
const all_drivers = 10_000

const kinds = { driver: 'Driver', till: 'Till' } as const
const stateOf = (row: Row): string => (row.waiting_cash_up_id === null ? '' : 'Counted, to confirm')

const columns: readonly Column<Row>[] = [
  textColumn('holder', 'Who', 220, (row) => row.holder_name),
  textColumn('kind', 'Kind', 110, (row) => kinds[row.kind]),
  moneyColumn('held', 'Holds', 140, (row) => row.held),
  badgeColumn('state', 'State', 190, stateOf, {
    cell: (row) => stateOf(row) && <StatusBadge family="yellow" label={stateOf(row)} />,
  }),
]

/** Who holds cash now, with the totals of all places, change for drivers and deposits at the bank. */
export default function HoldersPage() {
  const me = useMe()
  const list = useList({ name: 'cash', filters: [] })
  const found = useRows(cashApi.holders, list.input, ({ holders }) =>
    holders.map((holder): Row => ({ ...holder, id: `${holder.kind} ${holder.username}` })),
  )
  const [open, setOpen] = useState<'float' | 'deposit' | Row | null>(null)
  const close = (): void => setOpen(null)
  const totals = found.answer?.totals
  return (
    <ListPage
      title="Cash"
      caption="Who holds cash"
      of={found}
      list={list}
      columns={columns}
      exported
      tabs={<CashTabs chosen="/cash" />}
      remark={
        totals &&
        [
          `Drivers ${formatRand(totals.drivers)}`,
          `tills ${formatRand(totals.tills)}`,
          `safe ${formatRand(totals.safe)}`,
          `bank ${formatRand(totals.bank)}`,
          `owed to senders ${formatRand(totals.owed)}`,
          `missing ${formatRand(totals.differences)}`,
        ].join(' · ')
      }
      actions={
        <>
          {mayCall(me, cashApi.giveFloat) && (
            <Button icon={IconCoins} onClick={() => setOpen('float')}>
              Give change
            </Button>
          )}
          {mayCall(me, cashApi.deposit) && (
            <Button icon={IconBuildingBank} onClick={() => setOpen('deposit')}>
              Pay into the bank
            </Button>
          )}
        </>
      }
      rowMenu={(row) =>
        mayCall(me, cashApi.cashUp) && row.waiting_cash_up_id === null
          ? [{ label: 'Count', onSelect: () => setOpen(row) }]
          : []
      }
      card={(row) => ({
        title: row.holder_name,
        lines: [`${kinds[row.kind]} · ${formatRand(row.held)}`, stateOf(row)].filter(Boolean),
      })}
      empty={{
        title: 'Nobody holds cash.',
        text: 'Drivers who took money from receivers and open tills are listed here.',
      }}
    >
      {open === 'float' && <FloatDialog onClose={close} />}
      {open === 'deposit' && <DepositDialog onClose={close} />}
      {open !== null && typeof open === 'object' && (
        <CountDialog kind={open.kind} username={open.username} name={open.holder_name} onClose={close} />
      )}
    </ListPage>
  )
}

function FloatDialog({ onClose }: { onClose: () => void }) {
  const [username, setUsername] = useState<string | null>(null)
  const drivers = useQuery(endpointQuery(driversApi.list, { limit: all_drivers }))
  const give = useEndpointMutation(cashApi.giveFloat, {
    inForm: true,
    refresh: [cashApi.holders],
    done: ({ holder_name, held }) => {
      toast.success(`${holder_name} holds ${formatRand(held)} now`)
      onClose()
    },
  })
  return (
    <MoneyDialog
      title="Give change to a driver"
      submit="Give change"
      saving={give.isPending}
      error={give.error}
      onClose={onClose}
      onSubmit={(amount) => give.mutate({ username: username ?? '', amount })}
    >
      <SelectField
        {...standaloneField('username', username, setUsername)}
        label="Driver"
        options={(drivers.data?.drivers ?? []).map((one) => ({ value: one.username, label: one.name }))}
      />
    </MoneyDialog>
  )
}

function DepositDialog({ onClose }: { onClose: () => void }) {
  const deposit = useEndpointMutation(cashApi.deposit, {
    inForm: true,
    refresh: [cashApi.holders],
    done: ({ safe }) => {
      toast.success(`${formatRand(safe)} are left in the safe`)
      onClose()
    },
  })
  return (
    <MoneyDialog
      title="Pay cash into the bank"
      submit="Pay in"
      textLabel="Reference of the deposit"
      saving={deposit.isPending}
      error={deposit.error}
      onClose={onClose}
      onSubmit={(amount, reference) => deposit.mutate({ amount, reference })}
    />
  )
}
