import { expect, it } from 'vitest'
import { systemActor } from '../kit/actor.ts'
import { reasonOf } from '../kit/rule-result.ts'
import { mayViewAudit } from './access.ts'
import { auditApi } from './api.ts'

const holding = (...permissions: string[]) => ({ ...systemActor(1), permissions })

it('[AUD-014] [AUD-015] requires the audit permission; the permission to save provider settings opens only the settings trail', () => {
  expect(mayViewAudit(holding('INLINE_view_audit_trail'), 'shipment')).toBe(true)
  expect(reasonOf(mayViewAudit(holding(), 'shipment'))).toBe('You may not see the audit trail.')
  const saver = holding('API_/providers/settings:POST')
  expect(mayViewAudit(saver, 'provider_setting')).toBe(true)
  expect(mayViewAudit(saver, 'shipment')).not.toBe(true)
  expect(mayViewAudit(saver, undefined)).not.toBe(true)
  expect(mayViewAudit(holding('INLINE_view_audit_trail'), undefined)).toBe(true)
})

it('[AUD-002] [AUD-003] accepts an audit entry with nested changes', () => {
  const change = [{ field: 'address', nested: [{ field: 'city', change_from: 'Paarl', change_to: null }] }]
  const entry = {
    id: 1,
    timestamp: '2026-03-03T08:00:00Z',
    request_id: 'r',
    client_version: '3.17.17',
    source: 'thandi',
    channel: 'web',
    impersonated_by: '',
    type: 'shipment',
    object_id: '4107',
    audit_type: 'shipment',
    audit_object_id: '4107',
    object_name: 'FYN4K7M2QX',
    action: 'changed',
    change,
    is_sealed: true,
  }
  expect(auditApi.events.output.parse({ audit_events: [entry], count: 1 }).audit_events[0]?.change).toEqual(
    change,
  )
})
