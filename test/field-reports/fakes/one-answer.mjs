// Ends once it has answered a single request.
import { serve } from './serve.mjs';

serve(() => process.stdout.write('', () => process.exit(0)));
