import { IconBan, IconPlus } from '../../kit/icons/icons.ts'
import { blockedListApi } from '@waybill/domain/blocked-list/api'
import {
  blocked_examples,
  blocked_states,
  blocked_type_labels,
  blocked_types,
  type BlockedEntry,
  type BlockedType,
} from '@waybill/domain/blocked-list/model'
import { checkBlocked, max_blocked_value_length, max_reason_length } from '@waybill/domain/blocked-list/rules'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import {
  badgeColumn,
  countColumn,
  monoColumn,
  textColumn,
  whenColumn,
} from '../../kit/table/columns/column-kinds.tsx'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { choiceFilter, type Filter } from '../../kit/table/filters/filters.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { personName } from '../../kit/session/people.ts'

const refresh = [blockedListApi.list]

const filters: readonly Filter[] = [
  choiceFilter('type', 'Type', blocked_types, (value) => blocked_type_labels[value], { pinned: true }),
  {
    key: 'state',
    label: 'State',
    kind: 'choice',
    pinned: true,
    single: true,
    options: [
      { value: 'active', label: 'Blocked' },
      { value: 'ended', label: 'Ended' },
    ],
  },
]

function StateBadge({ of }: { of: BlockedEntry }) {
  return of.is_active ? (
    <StatusBadge family="red" label="Blocked" />
  ) : (
    <StatusBadge family="grey" label="Ended" />
  )
}

/** Returns the last day on which an entry is active, as text. */
function untilText({ until, is_active }: BlockedEntry): string {
  if (until === null) return 'Until ended'
  return dayText(dayOf(new Date(until.getTime() - (is_active ? 1 : 0))))
}

const columns: readonly Column<BlockedEntry>[] = [
  monoColumn('value', 'Blocked', 210, ({ value }) => value),
  textColumn('type', 'Type', 124, ({ type }) => blocked_type_labels[type]),
  badgeColumn('state', 'State', 104, ({ is_active }) => (is_active ? 'Blocked' : 'Ended'), {
    cell: (entry) => <StateBadge of={entry} />,
  }),
  textColumn('reason', 'Reason', 220, ({ reason }) => reason),
  textColumn('until', 'Until', 112, untilText),
  countColumn('hits', 'Stopped', 88, ({ hits }) => hits),
  whenColumn('time_last_hit', 'Last blocked', 116, ({ time_last_hit }) => time_last_hit),
  textColumn('created_by', 'Added by', 110, ({ created_by }) => personName(created_by)),
]

/** Page of the blocked list: users add entries with a reason, search and end them (TOOL-008, TOOL-009). */
export default function BlockedListPage() {
  const me = useMe()
  const list = useList({ name: 'blocked-list', filters })
  const [isAdding, setAdding] = useState(false)
  const found = useRows(
    blockedListApi.list,
    {
      ...list.input,
      type: list.someOf('type', blocked_types),
      state: list.oneOf('state', blocked_states),
    },
    ({ entries }) => entries,
  )
  const end = useEndpointMutation(blockedListApi.end, { refresh, done: () => toast.success('Entry ended') })
  const confirmEnd = async ({ id, value }: BlockedEntry): Promise<void> => {
    const isSure = await confirmAction({
      title: `No longer block ${value}?`,
      body: 'Registrations, guest bookings and messages are let through again. The entry stays in the list as ended.',
      confirm: 'End entry',
      cancel: 'Keep blocking',
    })
    if (isSure) end.mutate({ id })
  }
  return (
    <ListPage
      title="Blocked list"
      back={{ to: '/tools', label: 'Tools' }}
      primary={
        mayCall(me, blockedListApi.block) && (
          <Button variant="primary" icon={IconPlus} data-shortcut="n" onClick={() => setAdding(true)}>
            Block
          </Button>
        )
      }
      of={found}
      columns={columns}
      list={list}
      searchHint="Address, number or reason"
      rowMenu={(entry) =>
        entry.is_active && mayCall(me, blockedListApi.end)
          ? [{ label: 'End', icon: IconBan, onSelect: () => confirmEnd(entry) }]
          : []
      }
      card={(entry) => ({
        title: entry.value,
        badge: <StateBadge of={entry} />,
        lines: [`${blocked_type_labels[entry.type]}, stopped ${formatCount(entry.hits)} times`, entry.reason],
      })}
      empty={{
        title: 'The blocked list is empty.',
        text: 'People listed here cannot open an account, book as a guest or get messages about shipments.',
      }}
    >
      {isAdding && <BlockDialog onClose={() => setAdding(false)} />}
    </ListPage>
  )
}

function BlockDialog({ onClose }: { onClose: () => void }) {
  const today = dayOf(new Date())
  const form = useForm({
    initial: { type: 'email-address' as BlockedType, value: '', reason: '', until: null as string | null },
    check: (values) => checkBlocked(values, today),
  })
  const block = useEndpointMutation(blockedListApi.block, {
    inForm: true,
    refresh,
    done: ({ value }) => {
      toast.success(`${value} is blocked`)
      onClose()
    },
  })
  return (
    <Modal
      title="Block an address or number"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="block" busy={block.isPending}>
            Block
          </Button>
        </>
      }
    >
      <FormPanel
        id="block"
        hideButtons
        form={form}
        saving={block.isPending || block.isSuccess}
        error={block.error}
        submit="Block"
        onSubmit={({ until, ...values }) => block.mutate({ ...values, until: until ?? undefined })}
      >
        <SelectField
          {...form.field('type')}
          label="Type"
          options={blocked_types.map((value) => ({ value, label: blocked_type_labels[value] }))}
        />
        <TextField
          {...form.field('value')}
          label={blocked_type_labels[form.values.type]}
          hint={
            form.values.type === 'email-domain'
              ? 'Blocks every address of this domain and its subdomains, such as example.com.'
              : `Such as ${blocked_examples[form.values.type]}.`
          }
          maxLength={max_blocked_value_length}
          autoComplete="off"
        />
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint="Only your staff see it."
          maxLength={max_reason_length}
          autoComplete="off"
        />
        <DateField
          {...form.field('until')}
          label="Until"
          optional
          from={today}
          hint="The last day. Leave empty to block until someone ends it."
        />
      </FormPanel>
    </Modal>
  )
}
