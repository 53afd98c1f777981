/**
 * Names of payment methods (PAY-001, PAY-002). `eft` and `stitch` are the payment pages of two gateways with card and
 * EFT.
 */
export const method_names = [
  'credit-card',
  'instant-eft',
  'manual-eft',
  'capitec-pay',
  'pay-shap',
  'scan-to-pay',
  'eft',
  'stitch',
] as const
export type MethodName = (typeof method_names)[number]
