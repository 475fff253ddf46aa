import { configure } from '@testing-library/react';

// A busy machine may take seconds to load a part of the page; waiting longer hides no fault.
configure({ asyncUtilTimeout: 15_000 });
