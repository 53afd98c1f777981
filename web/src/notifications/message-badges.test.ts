import { message_states } from '@waybill/domain/notifications/model'
import { expect, it } from 'vitest'
import { message_badges } from './message-badges.ts'

it('[STAT-063] [STAT-064] each notification state has its badge colour', () => {
  expect(message_states.map((state) => `${state} ${message_badges[state].family}`)).toEqual([
    'queued blue',
    'sent blue',
    'delivered green',
    'opened green',
    'failed red',
    'skipped grey',
  ])
})
