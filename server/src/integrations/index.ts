import { integrationsApi, webhooksApi } from '@waybill/domain/integrations/api'
import { serve, serveExternal, serveRaw } from '../kit/handler.ts'
import { handOver } from './hand-over.ts'
import { receiveInbound } from './inbound.ts'
import { changeIntegration, createIntegration, readIntegrations, removeIntegration } from './integrations.ts'
import { pollTracking } from './poll.ts'
import {
  queueBooked,
  queueCancelled,
  queueEdited,
  queueInvoice,
  queueLoaded,
  queueMeasured,
  queueMoved,
  queueNote,
  queueRepriced,
  queueScanned,
  queueTracked,
} from './queue.ts'
import { readCalls, replayCall } from './requests.ts'
import { changeRule, createRule, readRules, removeRule } from './rules.ts'
import { repairTasks, runTasks } from './run-tasks.ts'
import {
  changeSubscription,
  createSubscription,
  readDeliveries,
  readSubscriptions,
  removeSubscription,
  retryDeliveries,
  rotateSecret,
  testSubscription,
} from './subscriptions.ts'
import { providersWithDueTasks } from './task-store.ts'

export {
  queueBooked,
  queueCancelled,
  queueEdited,
  queueInvoice,
  queueLoaded,
  queueMeasured,
  queueMoved,
  queueNote,
  queueRepriced,
  queueScanned,
  queueTracked,
}
export { pollTracking, runTasks }

/** Names of the listeners that only queue messages to third parties. */
export const queueing_listeners: ReadonlySet<string> = new Set(
  [
    queueBooked,
    queueCancelled,
    queueEdited,
    queueInvoice,
    queueLoaded,
    queueMeasured,
    queueMoved,
    queueNote,
    queueRepriced,
    queueScanned,
    queueTracked,
  ].map(({ name }) => name),
)

export const integrationRoutes = [
  serve(webhooksApi.list, readSubscriptions),
  serveExternal(webhooksApi.create, createSubscription),
  serveExternal(webhooksApi.change, changeSubscription),
  serve(webhooksApi.remove, removeSubscription),
  serve(webhooksApi.rotate, rotateSecret),
  serveExternal(webhooksApi.test, testSubscription),
  serve(webhooksApi.deliveries, readDeliveries),
  serve(webhooksApi.retry, retryDeliveries),
  serve(integrationsApi.list, readIntegrations),
  serveExternal(integrationsApi.create, createIntegration),
  serveExternal(integrationsApi.change, changeIntegration),
  serve(integrationsApi.remove, removeIntegration),
  serve(integrationsApi.rules, readRules),
  serve(integrationsApi.createRule, createRule),
  serve(integrationsApi.changeRule, changeRule),
  serve(integrationsApi.removeRule, removeRule),
  serve(integrationsApi.requests, readCalls),
  serve(integrationsApi.replay, replayCall),
  serveExternal(integrationsApi.handOver, handOver),
  serveRaw(integrationsApi.inbound, receiveInbound),
]

/** Scheduled jobs: send due messages, repair wait times, and poll couriers that do not send their events. */
export const integrationSchedules = [
  {
    name: 'integration-tasks',
    every_ms: 2_000,
    lease_ms: 60_000,
    providers: providersWithDueTasks,
    at_once: true,
    run: runTasks,
  },
  { name: 'integration-clock', every_ms: 60_000, run: repairTasks },
  { name: 'integration-tracking', every_ms: 5 * 60_000, run: pollTracking },
]
