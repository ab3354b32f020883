/** Does what Next's server does before it loads anything else; its request storage does not work otherwise. */
import 'next/dist/server/node-environment-baseline';
