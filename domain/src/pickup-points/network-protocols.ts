import type { NetworkName } from './model.ts'

/**
 * What of the protocol of each network is assumed, because the network publishes nothing about it, as sentences for
 * the settings screen. The adapter of the network states the details.
 */
export const assumed_protocols: Readonly<Record<NetworkName, string>> = {
  'bob-box':
    'Bob Box: built from the public description of Bob Go. Size codes, the code for the driver and signed reports are our assumption: test them with Bob Box before you go live.',
  'tcg-locker':
    'The Courier Guy: built from the public description of its lockers. Drop-off codes for other couriers, longer storage and signed reports are our assumption: test them with The Courier Guy before you go live.',
  'ram-counter':
    'RAM publishes no description: everything is our assumption. Test it with RAM before you go live.',
}
