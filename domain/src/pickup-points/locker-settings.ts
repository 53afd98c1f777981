import { settingsSection } from '../kit/settings-section.ts'

const features = settingsSection('general', 'enable features')

// Apart from the other settings of points, because the list of shipments needs only these.
export const enable_bob_box = features.toggle('enable_bob_box', 'Bob Box lockers', false, { public: true })
export const enable_third_party_bob_box = features.toggle(
  'enable_third_party_bob_box',
  'Bob Box through a partner',
  false,
  { public: true, allowance: 'third-party-accounts' },
)
