import { settingsSection } from '../kit/settings-section.ts'

const proof = settingsSection('driver', 'proof of delivery settings')

/**
 * Declared with shipments because the PIN is generated at booking, and alone because the driver's phone needs it and no
 * other setting of shipments.
 */
export const pod_pin_length = proof.whole('pod_pin_length', 'Length of the PIN', 4, {
  min: 3,
  max: 6,
  unit: 'digits',
})
