import { useQueryClient } from '@tanstack/react-query'
import { damagesApi } from '@waybill/domain/hub/damages/damages-api'
import { call, refresh } from '../../kit/api/index.ts'
import { toast } from '../../kit/layers/toasts.ts'
import type { QueueItem } from '../../kit/queue/offline-queue.ts'
import { useOfflineQueue } from '../../kit/queue/use-offline-queue.ts'
import { sendPhotos, type TakenPhoto } from '../photos/send-photos.ts'

/** A damage report as stored on this device until the server has confirmed it. */
export interface DamageReport {
  parcel_reference: string
  branch_id: number
  note: string
  photos: readonly TakenPhoto[]
  time_found: Date
}

/** Damage reports of this device: what waits for the network, and what the server rejected. */
export interface DamageReports {
  /** Resolves when the report is stored on the device. */
  report: (content: DamageReport) => Promise<unknown>
  waiting: readonly QueueItem<DamageReport>[]
  refused: readonly QueueItem<DamageReport>[]
  forget: (id: string) => Promise<void>
}

/** Sends damage reports with their photos, oldest first. Without a network they wait on the device, also over a reload. */
export function useDamageReports(username: string): DamageReports {
  const client = useQueryClient()
  const { queue, state } = useOfflineQueue<DamageReport, unknown>(`hub-damages:${username}`, {
    send: async ({ id, content }) =>
      call(
        damagesApi.report,
        { ...content, report_id: id, photos: await sendPhotos(content.photos) },
        { idempotency_key: id },
      ),
    sent: ({ content }) => {
      toast.success(`Damage of ${content.parcel_reference} reported`)
      void refresh(client, [damagesApi.list])
    },
  })
  return {
    report: (content) => queue.add(content),
    waiting: state.waiting,
    refused: state.refused,
    forget: (id) => queue.forget(id),
  }
}
