import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import { type Break, breakOf } from '../report.ts'

/** Of each kind; further faults add no information. */
const LIMIT = 100
/** Outcomes of runs that created an invoice. */
const MADE = ['drafted', 'issued', 'sent', 'left_as_draft']

/** Each run of a recurring invoice has its invoice, each invoice its run, and no day has two. */
export async function recurringBreaks(scope: CompanyDb): Promise<readonly Break[]> {
  const [lost, unrun, twins] = [
    await listRunsWithoutInvoice(scope),
    await listInvoicesWithoutRun(scope),
    await listTwins(scope),
  ]
  return [
    ...lost.map(({ recurring_id, date, invoice_id }) =>
      breakOf('recurring_run', `${recurring_id} made an invoice for ${date} that is missing.`, {
        invoiceId: invoice_id,
      }),
    ),
    ...unrun.map(({ id, number, recurring_id, recurring_date }) =>
      breakOf(
        'recurring_run',
        `Invoice ${number ?? id} is of ${recurring_id} for ${recurring_date}, which has no run of that day.`,
        { invoiceId: id, number },
      ),
    ),
    ...twins.map(({ recurring_id, recurring_date }) =>
      breakOf('recurring_run', `${recurring_id} has more than one invoice for ${recurring_date}.`),
    ),
  ]
}

/** A draft that a person deleted is not missing: a revision records it. */
const listRunsWithoutInvoice = (scope: CompanyDb) =>
  tablesOf(scope)
    .selectFrom('recurring_runs')
    .select(['recurring_id', 'date', 'invoice_id'])
    .where('outcome', 'in', MADE)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoices')
            .select('invoices.id')
            .where('invoices.company_id', '=', scope.companyId)
            .whereRef('invoices.id', '=', 'recurring_runs.invoice_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('revisions')
            .select('revisions.sequence')
            .where('revisions.company_id', '=', scope.companyId)
            .whereRef('revisions.invoice_id', '=', 'recurring_runs.invoice_id')
            .where('revisions.action', '=', 'deleted'),
        ),
      ),
    )
    .orderBy('recurring_id')
    .orderBy('date')
    .limit(LIMIT)
    .execute()

const listInvoicesWithoutRun = (scope: CompanyDb) =>
  tablesOf(scope)
    .selectFrom('invoices')
    .select(['id', 'number', 'recurring_id', 'recurring_date'])
    .where('recurring_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recurring_runs')
            .select('recurring_runs.date')
            .where('recurring_runs.company_id', '=', scope.companyId)
            .whereRef('recurring_runs.recurring_id', '=', 'invoices.recurring_id')
            .whereRef('recurring_runs.date', '=', 'invoices.recurring_date'),
        ),
      ),
    )
    .orderBy('id')
    .limit(LIMIT)
    .execute()

/** A day may have a second invoice if the first one is void. */
const listTwins = (scope: CompanyDb) =>
  tablesOf(scope)
    .selectFrom('invoices')
    .select(['recurring_id', 'recurring_date'])
    .where('recurring_id', 'is not', null)
    .where('status', '<>', 'void')
    .groupBy(['recurring_id', 'recurring_date'])
    .having((e) => e.fn.countAll(), '>', 1)
    .orderBy('recurring_id')
    .limit(LIMIT)
    .execute()
