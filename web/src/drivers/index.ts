export { push_state, renewPush, switchPushOff, switchPushOn } from './phone/push-messages.ts'
