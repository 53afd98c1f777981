import { IconArrowBackUp, IconPlus } from '../../kit/icons/icons.ts'
import {
  checkStickers,
  rangeBetween,
  stickerCount,
  stickersApi,
  type GivenStickers,
} from '@waybill/domain/shipments/labels/stickers'
import { useState } from 'react'
import { AccountPicker, useAccount } from '../../accounts/index.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { countColumn, monoColumn, textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { counted } from '../texts.tsx'
import { personName } from '../../kit/session/people.ts'

const refresh = [stickersApi.list, stickersApi.numbers]

const number = (key: 'count' | 'used' | 'unused' | 'handed_back', title: string): Column<GivenStickers> =>
  countColumn(key, title, 104, (range) => range[key])

const rangeText = ({ first, last }: GivenStickers): string => (first === last ? first : `${first} – ${last}`)

const columns: readonly Column<GivenStickers>[] = [
  monoColumn('first', 'Stickers', 230, rangeText),
  textColumn(
    'account',
    'Account',
    220,
    ({ account_name, account_code }) => `${account_name} (${account_code})`,
  ),
  number('count', 'Given out'),
  number('used', 'Used'),
  number('unused', 'Unused'),
  number('handed_back', 'Handed back'),
  textColumn('remark', 'Remark', 160, ({ remark }) => remark),
  textColumn('created_by', 'By', 104, ({ created_by }) => personName(created_by)),
  whenColumn('time_created', 'When', 112, ({ time_created }) => time_created),
]

/**
 * Page of pre-printed tracking stickers: ranges are assigned to accounts, and unused stickers can be returned
 * (TOOL-003).
 */
export default function StickersPage() {
  const me = useMe()
  const list = useList({ name: 'tracking-stickers' })
  const [isAssigning, setAssigning] = useState(false)
  const found = useRows(stickersApi.list, list.input, ({ ranges }) => ranges)
  const mayAssign = mayCall(me, stickersApi.assign)
  const back = useEndpointMutation(stickersApi.handBack, {
    refresh,
    done: ({ handed_back }) => toast.success(`${counted(handed_back, 'sticker')} of this range handed back`),
  })
  const confirmReturn = async (range: GivenStickers): Promise<void> => {
    const isSure = await confirmAction({
      title: `Hand back ${counted(range.unused, 'unused sticker')}?`,
      body: `${range.account_name} can no longer use them, and they may be given to another account.`,
      confirm: 'Hand back',
      cancel: 'Keep',
    })
    if (isSure) back.mutate({ id: range.id })
  }
  return (
    <ListPage
      title="Assign tracking stickers"
      back={{ to: '/tools', label: 'Tools' }}
      primary={
        mayAssign && (
          <Button variant="primary" icon={IconPlus} data-shortcut="n" onClick={() => setAssigning(true)}>
            Assign stickers
          </Button>
        )
      }
      of={found}
      caption="Tracking stickers"
      columns={columns}
      list={list}
      searchHint="Account or a sticker"
      linkOf={({ id }) => `/tools/assign-tracking-stickers/${id}`}
      {...(mayAssign
        ? {
            rowMenu: (range: GivenStickers) =>
              range.unused > 0
                ? [
                    {
                      label: 'Hand back unused…',
                      icon: IconArrowBackUp,
                      onSelect: () => confirmReturn(range),
                    },
                  ]
                : [],
          }
        : {})}
      card={(range) => ({
        title: rangeText(range),
        lines: [range.account_name, `${formatCount(range.used)} used, ${formatCount(range.unused)} unused`],
      })}
      empty={{
        title: 'No stickers given out yet',
        text: 'Booking a pre-printed sticker selects its account.',
      }}
    >
      {isAssigning && <AssignDialog onClose={() => setAssigning(false)} />}
    </ListPage>
  )
}

interface Typed {
  account_id: number | null
  from: string
  to: string
  remark: string
}

/** Returns the typed range. The last number is optional for a single sticker. */
const rangeOf = ({ from, to }: Typed) => rangeBetween(from, to.trim() === '' ? from : to)

function AssignDialog({ onClose }: { onClose: () => void }) {
  const assign = useEndpointMutation(stickersApi.assign, {
    inForm: true,
    refresh,
    done: ({ count, account_name }) => {
      toast.success(`${counted(count, 'sticker')} assigned to ${account_name}`)
      onClose()
    },
  })
  const form = useForm<Typed>({
    initial: { account_id: null, from: '', to: '', remark: '' },
    check: (typed) => {
      const range = rangeOf(typed)
      return [
        ...(typed.account_id === null ? [{ field: 'account_id', message: 'Choose the account.' }] : []),
        ...('problem' in range
          ? [{ field: typed.from.trim() === '' ? 'from' : 'to', message: range.problem }]
          : checkStickers(range, '')),
      ]
    },
  })
  const chosen = useAccount(form.values.account_id)
  useScan((code) => form.set(form.values.from.trim() === '' ? 'from' : 'to', code))
  const range = rangeOf(form.values)
  const count = 'problem' in range ? 0 : stickerCount(range)
  return (
    <Modal title="Assign stickers" onClose={onClose}>
      <FormPanel
        form={form}
        saving={assign.isPending}
        error={assign.error}
        submit={count > 0 ? `Assign ${counted(count, 'sticker')}` : 'Assign stickers'}
        onCancel={onClose}
        onSubmit={(typed) => {
          const sent = rangeOf(typed)
          if ('problem' in sent || typed.account_id === null) return
          assign.mutate({ ...sent, account_id: typed.account_id, remark: typed.remark || undefined })
        }}
      >
        <AccountPicker binding={form.field('account_id')} chosen={chosen} />
        <FieldRow>
          <TextField
            {...form.field('from')}
            label="First sticker"
            hint="Scan it, or type it as printed."
            autoComplete="off"
            mono
            takesScans
          />
          <TextField
            {...form.field('to')}
            label="Last sticker"
            hint="From the same roll. Leave empty for one sticker."
            optional
            autoComplete="off"
            mono
            takesScans
          />
        </FieldRow>
        <TextField {...form.field('remark')} label="Remark" optional autoComplete="off" />
      </FormPanel>
    </Modal>
  )
}
