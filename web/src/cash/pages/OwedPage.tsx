import { cashApi } from '@waybill/domain/cash/api'
import type { Payable } from '@waybill/domain/cash/model'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { countColumn, moneyColumn, monoColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import type { Column } from '../../kit/table/columns/columns.ts'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Facts } from '../../kit/ui/page-layout/Card.tsx'
import { CashTabs } from '../CashTabs.tsx'

type Row = Payable & { id: number }

const columns: readonly Column<Row>[] = [
  monoColumn('code', 'Account', 120, (row) => row.account_code),
  textColumn('name', 'Name', 220, (row) => row.account_name),
  moneyColumn('owed', 'Owed', 130, (row) => row.owed),
  moneyColumn('ready', 'Handed in', 130, (row) => row.ready),
  moneyColumn('fee', 'Fee', 110, (row) => row.fee),
  moneyColumn('payout', 'To pay out', 130, (row) => row.ready - row.fee),
  countColumn('receipts', 'Receipts', 100, (row) => row.receipts),
]

/** What is owed to senders, and the payout of what was handed in. */
export default function OwedPage() {
  const me = useMe()
  const list = useList({ name: 'cash-payables', filters: [] })
  const found = useRows(cashApi.payables, list.input, ({ payables }) =>
    payables.map((payable): Row => ({ ...payable, id: payable.account_id })),
  )
  const [paying, setPaying] = useState<Row | null>(null)
  return (
    <ListPage
      title="Owed to senders"
      of={found}
      list={list}
      columns={columns}
      exported
      tabs={<CashTabs chosen="/cash/owed" />}
      searchHint="Account"
      rowMenu={(row) =>
        mayCall(me, cashApi.remit) && row.ready > 0
          ? [{ label: 'Pay out', onSelect: () => setPaying(row) }]
          : []
      }
      card={(row) => ({
        title: row.account_name,
        lines: [`Owed ${formatRand(row.owed)}`, `To pay out ${formatRand(row.ready - row.fee)}`],
      })}
      empty={{ title: 'Nothing is owed.', text: 'Money that drivers took for senders is listed here.' }}
    >
      {paying && <PayoutDialog of={paying} onClose={() => setPaying(null)} />}
    </ListPage>
  )
}

function PayoutDialog({ of: row, onClose }: { of: Row; onClose: () => void }) {
  const form = useForm({
    initial: { bank_reference: '' },
    check: ({ bank_reference }) =>
      bank_reference.trim() === ''
        ? [{ field: 'bank_reference', message: 'Enter the reference of the bank payment.' }]
        : [],
  })
  const pay = useEndpointMutation(cashApi.remit, {
    inForm: true,
    refresh: [cashApi.payables, cashApi.remittances, cashApi.receipts, cashApi.holders],
    sentForApproval: onClose,
    done: ({ display_id, paid }) => {
      toast.success(`${formatRand(paid)} paid out, ${display_id}`)
      onClose()
    },
  })
  return (
    <Modal title={`Pay out to ${row.account_name}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={pay.isPending}
        error={pay.error}
        submit="Record the payout"
        onCancel={onClose}
        onSubmit={({ bank_reference }) =>
          pay.mutate({ account_id: row.account_id, collected: row.ready, bank_reference })
        }
      >
        <Facts
          split
          of={[
            ['Collected', formatRand(row.ready)],
            ['Fee, VAT included', formatRand(row.fee)],
            ['Transfer to the account', formatRand(row.ready - row.fee)],
          ]}
        />
        <TextField {...form.field('bank_reference')} label="Reference of the bank payment" maxLength={120} />
      </FormPanel>
    </Modal>
  )
}
