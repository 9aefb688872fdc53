import { serve } from './core.mjs';

serve();
