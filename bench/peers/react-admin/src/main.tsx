import { createRoot } from 'react-dom/client';
import { Admin, fetchUtils, Resource } from 'react-admin';
import simpleRestProvider from 'ra-data-simple-rest';
import { ImportList } from './import-list';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');
// Chromium does not decompress answers with the default, Content-Range.
const dataProvider = simpleRestProvider('/api', fetchUtils.fetchJson, 'X-Total-Count');
createRoot(root).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="imports" list={ImportList} />
  </Admin>,
);
