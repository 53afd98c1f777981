import { blockedListApi } from '@waybill/domain/blocked-list/api'
import { systemActor } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { callHandler } from '../call-handler.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import type { Demo } from './company.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const month_ms = 30 * day_ms

/** Creates some entries of the blocked list. None of them affects a user or customer of the demo company. */
export async function makeBlockedList(runtime: Runtime, demo: Demo): Promise<void> {
  const staff = { ...systemActor(demo.provider_id), username: 'thandi' }
  const block = (type: 'email-address' | 'email-domain' | 'mobile-number', value: string, more: object) =>
    callHandler(runtime, staff, blockedListApi.block, { type, value, reason: '', until: undefined, ...more })
  await block('email-address', 'p.visser@quick-parcels.example', { reason: 'Two chargebacks in one month' })
  await block('email-domain', 'free-inbox.example', { reason: 'Only ever used for false bookings' })
  await block('mobile-number', '076 555 0133', {
    reason: 'Asked not to get messages',
    until: dayOf(new Date(runtime.clock().getTime() + month_ms)),
  })
}
