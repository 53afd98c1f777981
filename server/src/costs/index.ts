import { costsApi, payApi } from '@waybill/domain/costs/api'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { serve, serveExternal } from '../kit/handler.ts'
import { readEarningLines, readEarnings } from './earnings.ts'
import { assignBillLine, importBill, listBills, readBillLines } from './partner-bills.ts'
import { addPayPlanVersion, createPayPlan, readPayPlans } from './pay-plans.ts'
import {
  adjustStatement,
  approveStatement,
  listStatements,
  payStatement,
  prepareStatements,
  readStatementLines,
} from './pay-statements.ts'
import { printOwnStatement, printStatement } from './print-statement.ts'
import { recordRecentCosts } from './record-costs.ts'
import { readShipmentCosts } from './shipment-costs.ts'

export { followPayPlan } from './pay-plans.ts'

/** Every night: what drivers earned, and what own vehicles, trips, pickup points and claims cost. */
export const costSchedules = [{ name: 'costs', every_ms: day_ms, run: recordRecentCosts }]

export const costRoutes = [
  serve(payApi.plans, readPayPlans),
  serve(payApi.createPlan, createPayPlan),
  serve(payApi.addVersion, addPayPlanVersion),
  serve(payApi.statements, listStatements),
  serve(payApi.lines, readStatementLines),
  serve(payApi.prepare, prepareStatements),
  serve(payApi.adjust, adjustStatement),
  serve(payApi.approve, approveStatement),
  serve(payApi.pay, payStatement),
  serveExternal(payApi.document, printStatement),
  serve(payApi.earnings, readEarnings),
  serve(payApi.earningLines, readEarningLines),
  serveExternal(payApi.ownDocument, printOwnStatement),
  serve(costsApi.ofShipment, readShipmentCosts),
  serve(costsApi.bills, listBills),
  serve(costsApi.billLines, readBillLines),
  serve(costsApi.importBill, importBill),
  serve(costsApi.assignLine, assignBillLine),
]
