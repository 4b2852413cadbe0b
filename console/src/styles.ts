// What every page needs. The styles of a component come with the component, see `componentStyles` in
// vite.config.ts; all of Mantine's are in one layer, so that our own always win.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './main.css'
