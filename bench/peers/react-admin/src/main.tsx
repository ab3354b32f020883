import { createRoot } from 'react-dom/client';
import { Admin, Resource } from 'react-admin';
import simpleRestProvider from 'ra-data-simple-rest';
import { ImportList } from './import-list';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');
createRoot(root).render(
  <Admin dataProvider={simpleRestProvider('/api')} disableTelemetry>
    <Resource name="imports" list={ImportList} />
  </Admin>,
);
