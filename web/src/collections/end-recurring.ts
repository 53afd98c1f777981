import { collectionsApi } from '@waybill/domain/collections/api'
import type { Recurring } from '@waybill/domain/collections/model'
import { useEndpointMutation } from '../kit/api/index.ts'
import { confirmAction } from '../kit/layers/alerts.ts'
import { toast } from '../kit/layers/toasts.ts'
import { affected_queries } from './changed.ts'
import { repeatsText } from './request-texts.ts'

/** Ends a recurring collection from today, after a confirmation. */
export function useEndRecurring(
  onDone: () => void = () => undefined,
): (recurring: Recurring) => Promise<void> {
  const end = useEndpointMutation(collectionsApi.endRecurring, {
    refresh: affected_queries,
    done: () => {
      toast.success('Recurring collection ended')
      onDone()
    },
  })
  return async (recurring) => {
    const isSure = await confirmAction({
      title: `End the recurring collection from ${recurring.address.local_area || recurring.address.city}?`,
      body: `${repeatsText(recurring)} for ${recurring.account_name}. Its requests from today on are cancelled.`,
      confirm: 'End recurring collection',
      cancel: 'Keep',
      danger: true,
    })
    if (isSure) end.mutate({ id: recurring.id, from: undefined, reason: undefined })
  }
}
