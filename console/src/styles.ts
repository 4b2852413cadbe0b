// Global styles. The styles of a component load with it, see `componentStyles` in vite.config.ts.
// Mantine's styles are in one layer, so ours always win.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './main.css'
