import { sayFieldFaults } from './field-faults.ts'
import { selectNumbers } from './select-numbers.ts'
import { showFaultsOfForms } from './show-faults.ts'

/* What every form does, loaded after the first page. */
sayFieldFaults()
selectNumbers()
showFaultsOfForms()
