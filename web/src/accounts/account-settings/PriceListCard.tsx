import { IconCalendar, IconX } from '../../kit/icons/icons.ts'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { hasPermission } from '@waybill/domain/kit/actor'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { None } from '../../kit/ui/values/Value.tsx'
import styles from './price-list-card.module.css'
import { useAccountChoices } from '../use-account-choices.ts'

const changed = [accountsApi.list]

/**
 * Card with the price list of an account and a planned change to another one, which can be cancelled until its first
 * day.
 */
export function PriceListCard({ account }: { account: ListedAccount }) {
  const me = useMe()
  const [isChanging, setChanging] = useState(false)
  const { next_rate_group_name, next_rate_group_id, next_rate_group_date } = account
  const mayEdit =
    hasPermission(me, 'INLINE_edit_rate_group') &&
    mayCall(me, accountsApi.change) &&
    account.status === 'open'
  const giveUp = useEndpointMutation(accountsApi.change, {
    refresh: changed,
    done: () => toast.success('Planned price list cancelled'),
  })
  return (
    <Card
      title="Price list"
      actions={
        mayEdit && (
          <Button size="sm" icon={IconCalendar} onClick={() => setChanging(true)}>
            Change price list
          </Button>
        )
      }
    >
      <Facts
        of={[
          ['Now', account.current_rate_group_name ?? <None key="none" />],
          [
            'Planned',
            next_rate_group_date === null ? (
              <None key="none" />
            ) : (
              `${next_rate_group_name ?? `Price list ${String(next_rate_group_id)}`}, from ${formatDate(startOfDay(next_rate_group_date))}`
            ),
          ],
        ]}
      />
      {mayEdit && next_rate_group_date !== null && (
        <div className={styles.below}>
          <Button
            size="sm"
            variant="link"
            icon={IconX}
            busy={giveUp.isPending}
            onClick={() => giveUp.mutate({ id: account.id, next_rate_group_id: 0 })}
          >
            Cancel the planned change
          </Button>
        </div>
      )}
      {isChanging && <ChangeDialog account={account} onClose={() => setChanging(false)} />}
    </Card>
  )
}

function ChangeDialog({ account, onClose }: { account: ListedAccount; onClose: () => void }) {
  const { price_lists } = useAccountChoices()
  const tomorrow = dayAfter(dayOf(new Date()), 1)
  const form = useForm<{ id: number | null; when: 'now' | 'later'; date: string | null }>({
    initial: { id: account.current_rate_group_id, when: 'now', date: null },
    check: ({ id, when, date }) => [
      ...(id === null ? [{ field: 'id', message: 'Choose a price list.' }] : []),
      ...(when === 'later' && (date === null || date < tomorrow)
        ? [{ field: 'date', message: 'Choose a day after today.' }]
        : []),
    ],
  })
  const send = useEndpointMutation(accountsApi.change, {
    inForm: true,
    refresh: changed,
    done: () => {
      toast.success(form.values.when === 'now' ? 'Price list changed' : 'Price list planned')
      onClose()
    },
  })
  const { when, date } = form.values
  return (
    <Modal title="Change the price list" onClose={onClose} width="narrow">
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={when === 'now' ? 'Change price list' : 'Plan price list'}
        onCancel={onClose}
        onSubmit={({ id }) =>
          send.mutate({
            id: account.id,
            ...(when === 'now'
              ? { current_rate_group_id: id ?? undefined }
              : { next_rate_group_id: id ?? undefined, next_rate_group_date: date ?? undefined }),
          })
        }
      >
        <SelectField {...form.field('id')} label="Price list" options={price_lists} />
        <RadioGroup
          {...form.field('when')}
          label="Applies"
          choices={[
            { value: 'now', label: 'From now on' },
            { value: 'later', label: 'From a later day' },
          ]}
        />
        {when === 'later' && (
          <DateField
            {...form.field('date')}
            label="First day"
            hint="Shipments booked from this day on are priced by it."
            from={tomorrow}
          />
        )}
      </FormPanel>
    </Modal>
  )
}
