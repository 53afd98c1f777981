import { fake_merchant } from '../fakes/payments/index.ts'

/** Settings of a company that takes payments through every gateway. */
export const paying_settings = {
  ...fake_merchant,
  payfast_enabled: true,
  payfast_sandbox: true,
  payment_methods_payfast_topup_enabled: true,
  bobpay_enabled: true,
  bobpay_sandbox: true,
  bobpay_methods: ['card', 'instant-eft', 'capitec-pay', 'pay-shap'],
  payment_methods_bobpay_topup_enabled: true,
  stitch_enabled: true,
  payment_methods_stitch_topup_enabled: true,
}
