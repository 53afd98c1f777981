import { IconPencil } from '../../kit/icons/icons.ts'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { useState, type ReactNode } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'

/** Card with a list that belongs to an account; the list is edited as a whole in place. */
export function AccountListCard({
  account,
  title,
  note,
  form,
  children,
}: {
  account: ListedAccount
  title: string
  /** Displayed beside the title unless the list is being edited. */
  note: string
  form: (onClose: () => void) => ReactNode
  /** The read-only view of the list. */
  children: ReactNode
}) {
  const me = useMe()
  const [isEditing, setEditing] = useState(false)
  const mayEdit = mayCall(me, accountsApi.change) && account.status === 'open'
  return (
    <Card
      title={title}
      note={isEditing ? undefined : note}
      flush={!isEditing}
      actions={
        mayEdit &&
        !isEditing && (
          <Button size="sm" icon={IconPencil} onClick={() => setEditing(true)}>
            Edit list
          </Button>
        )
      }
    >
      {isEditing ? form(() => setEditing(false)) : children}
    </Card>
  )
}

/** Mutation that saves such a list, displays a confirmation and closes its form. */
export function useListSaving(onClose: () => void) {
  return useEndpointMutation(accountsApi.change, {
    inForm: true,
    refresh: [accountsApi.list],
    done: () => {
      toast.success('Changes saved')
      onClose()
    },
  })
}
