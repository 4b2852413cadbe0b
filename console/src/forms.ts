import { showFaultsOfForms } from './components/show-faults.ts'
import { sayFieldFaults } from './field-faults.ts'
import { selectNumbers } from './select-numbers.ts'

/* What every form does, loaded after the first page. */
sayFieldFaults()
selectNumbers()
showFaultsOfForms()
