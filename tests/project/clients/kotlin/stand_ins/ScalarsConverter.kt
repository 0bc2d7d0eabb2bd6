// As much of com.squareup.retrofit2:converter-scalars as the generated ApiClient needs.
package retrofit2.converter.scalars

import retrofit2.Converter

class ScalarsConverterFactory private constructor() : Converter.Factory() {
    companion object {
        fun create() = ScalarsConverterFactory()
    }
}
