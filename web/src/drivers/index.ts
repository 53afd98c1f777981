import { lazy } from 'react'

/** Loaded when opened: a driver's phone does not need it. */
export const DriverMessagesDialog = lazy(async () => ({
  default: (await import('./office/DriverMessagesDialog.tsx')).DriverMessagesDialog,
}))
export type { DriverMessagesProps } from './office/DriverMessagesDialog.tsx'
export { push_state, renewPush, switchPushOff, switchPushOn } from './phone/push-messages.ts'
